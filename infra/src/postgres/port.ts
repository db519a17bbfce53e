import { createServer } from 'node:net';
import { ServerError } from './errors.ts';

/**
 * The port to listen on: the one asked for, else the one used last time if it is free, else any free one.
 * @throws ServerError `runseal.postgres_port_in_use` when the one asked for is taken.
 */
export async function choosePort(asked: number | undefined, last: number | null): Promise<number> {
  if (asked !== undefined && asked !== 0) {
    if ((await freePort(asked)) !== null) return asked;
    throw new ServerError(
      'runseal.postgres_port_in_use',
      `Port ${asked} on 127.0.0.1 is taken by another program. Stop that program, choose another port, or leave the choice to us.`,
    );
  }
  const again = last === null ? null : await freePort(last);
  return again ?? (await freePort(0)) ?? noneFree();
}

function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}

function noneFree(): never {
  throw new ServerError('runseal.postgres_port_in_use', 'No free port could be found on 127.0.0.1.');
}
