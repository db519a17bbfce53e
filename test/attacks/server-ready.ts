/** What every throw-away Postgres of the attacks needs: a port, and a word when it answers. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { connect } from '@runseal/spine/postgres';

/** How long a server may take to answer. Milliseconds. */
const READY_MS = 30_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Rejects with the last error when the server does not answer in time. */
export async function untilReady(url: string): Promise<void> {
  const until = Date.now() + READY_MS;
  for (;;) {
    const sql = connect(url, { max: 1 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
