import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** Checks that a port on 127.0.0.1 is free. @throws Failure `port_in_use` saying which variable moves it. */
export async function checkPort(port: number, variable: string): Promise<void> {
  const code = await tryListen(port);
  if (code === null) return;
  if (code === 'EADDRINUSE')
    throw new Failure(
      'port_in_use',
      `Port ${port} is in use by another program: stop it, or set ${variable} to a free port.`,
    );
  throw new Failure('port_in_use', `Port ${port} cannot be had (${code}): set ${variable} to another port.`);
}

function tryListen(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(null)));
  });
}
