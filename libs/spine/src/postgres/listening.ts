import type { Sql } from './connect.ts';

/** What the driver keeps at its `listen`: a query and the listeners of each channel. */
interface Listens {
  readonly listen: { readonly channels?: object };
}

/**
 * The driver's `listen`, which may be called again after it failed.
 *
 * The driver (postgres.js 3.4.9) keeps the first LISTEN of a channel as long as its connection was not lost. One that failed while
 * its connection was still being made stays as well, and is the answer to every later call, for ever: no stream would
 * outlive an outage that began as it was opened. So a LISTEN that failed is taken from there.
 */
export async function listening(
  sql: Sql,
  channel: string,
  onNotice: (payload: string) => void,
  onListening?: () => void,
): Promise<{ unlisten: () => Promise<void> }> {
  try {
    return await sql.listen(channel, onNotice, onListening);
  } catch (error) {
    // One cast: the driver's types do not name what it keeps.
    const { channels } = (sql as unknown as Listens).listen;
    if (channels !== undefined) Reflect.deleteProperty(channels, channel);
    throw error;
  }
}
