import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HarnessError } from '@runseal/harness';

/** A free loopback port. Throws HarnessError `bridge_unavailable` when there is none. */
export function listen(server: Server): Promise<number> {
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.timeout = 0;
  server.keepAliveTimeout = 120_000;
  server.maxConnections = 128;
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new HarnessError('bridge_unavailable', `No loopback port can be had for the gateway: ${cause.message}`, {
          cause,
        }),
      ),
    );
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export async function shut(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
