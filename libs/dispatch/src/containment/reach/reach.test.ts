import net from 'node:net';
import type { Duplex } from 'node:stream';
import { once } from 'node:events';
import { bubblewrapSandbox } from '../bubblewrap/bubblewrap-sandbox.ts';
import { node, outputOf } from '../fixtures/programs.ts';
import { holds } from '../fixtures/where-it-holds.ts';
import { processSandbox } from '../process/process-sandbox.ts';
import { commandLineOf, isAlive, listProcesses } from '../procfs.ts';
import { waitFor } from '../wait-for.ts';
import { listenInside } from './listen-inside.ts';

const strong = bubblewrapSandbox();

test('a plain process can be lent only ports that are where it looks for them', async () => {
  const reach = [{ port: 4000, target: { host: '127.0.0.1', port: 4001 } }];
  await expect(processSandbox().start(node('', { reach }))).rejects.toMatchObject({
    code: 'runseal.reach_unavailable',
  });
});

(holds ? describe : describe.skip)('ports lent to a contained program', () => {
  const dial = (port: number): string =>
    `require('net').connect(${port}, '127.0.0.1').on('data', (c) => process.stdout.write(c)).on('error', (e) => console.log(e.code))`;

  const children = (): number[] =>
    listProcesses()
      .filter(({ parent }) => parent === process.pid)
      .map(({ pid }) => pid);

  async function listening(answer: (socket: net.Socket) => void): Promise<net.Server & { port: number }> {
    const server = net.createServer({ allowHalfOpen: true }, answer).listen(0, '127.0.0.1');
    // A program that leaves at once resets its connection.
    server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
    await once(server, 'listening');
    return Object.assign(server, { port: (server.address() as net.AddressInfo).port });
  }

  test('lead to their target, and no other port does', async () => {
    const target = await listening((socket) => socket.end('target'));
    const other = await listening((socket) => socket.end('other'));
    const reach = [{ port: 4000, target: { host: '127.0.0.1', port: target.port } }];
    expect((await outputOf(await strong.start(node(dial(4000), { reach })))).out).toBe('target');
    expect((await outputOf(await strong.start(node(dial(other.port), { reach })))).out).toBe('ECONNREFUSED\n');
    expect((await outputOf(await strong.start(node(dial(target.port), { reach })))).out).toBe('ECONNREFUSED\n');
    target.close();
    other.close();
  });

  test('hand their connections to who takes them, and then dial nothing', async () => {
    const accept = (connection: Duplex): unknown => connection.on('error', () => undefined).end('taken');
    const reach = [{ port: 4000, target: { host: '127.0.0.1', port: 1 }, accept }];
    expect((await outputOf(await strong.start(node(dial(4000), { reach })))).out).toBe('taken');
  });

  test('may be reset by a program, which ends nothing of ours', async () => {
    let closed = 0;
    // Whoever takes it has not looked yet.
    const accept = (connection: Duplex): unknown => connection.on('close', () => (closed += 1)).resume();
    const reach = [{ port: 4000, target: { host: '127.0.0.1', port: 1 }, accept }];
    const code = `const s = require('net').connect(4000, '127.0.0.1', () => s.write('x', () => s.resetAndDestroy())).on('close', () => console.log('reset'))`;
    expect((await outputOf(await strong.start(node(code, { reach })))).out).toBe('reset\n');
    expect(await waitFor(() => closed === 1, 2000)).toBe(true);
  });

  test('carry much both ways, and the end of one half', async () => {
    const target = await listening((socket) => {
      let got = 0;
      socket
        .on('data', (chunk) => (got += chunk.length))
        .on('end', () => socket.end(`${got} ${'x'.repeat(2_000_000)}`));
    });
    const code = `const s = require('net').connect({ port: 4000, host: '127.0.0.1', allowHalfOpen: true }); s.end('y'.repeat(3_000_000)); let t = ''; s.on('data', (c) => (t += c)).on('end', () => console.log(t.slice(0, 7), t.length))`;
    const { out } = await outputOf(
      await strong.start(node(code, { reach: [{ port: 4000, target: { host: '127.0.0.1', port: target.port } }] })),
    );
    expect(out).toBe('3000000 2000008\n');
    target.close();
  });

  test('a target that is not there is a connection that breaks, not a hang', async () => {
    const gone = await listening(() => undefined);
    const closed = gone.port;
    await new Promise((resolve) => gone.close(resolve));
    const code = `require('net').connect(4000, '127.0.0.1').on('close', () => console.log('closed')).on('error', () => {}).resume()`;
    const { out } = await outputOf(
      await strong.start(node(code, { reach: [{ port: 4000, target: { host: '127.0.0.1', port: closed } }] })),
    );
    expect(out).toBe('closed\n');
  });

  test('need no process of ours while the program runs, and leave no socket behind', async () => {
    const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
    // Those of the tests before.
    expect(await waitFor(() => sockets() === 0, 2000)).toBe(true);
    const target = await listening((socket) => socket.end('target'));
    const controller = new AbortController();
    // The process that runs the tests may have children of other tests.
    const others = new Set(children());
    const program = await strong.start(
      node(`${dial(4000)}; setInterval(() => {}, 1000)`, {
        reach: [{ port: 4000, target: { host: '127.0.0.1', port: target.port } }],
        signal: controller.signal,
        graceMs: 50,
      }),
    );
    const started = children().filter((pid) => !others.has(pid));
    expect(started.map(commandLineOf)).toEqual([expect.stringMatching(/^[^\0]*bwrap\0/)]);
    await once(program.stdout, 'data');
    expect(sockets()).toBeGreaterThan(1);
    controller.abort();
    await program.exited;
    expect(await waitFor(() => !started.some(isAlive), 2000)).toBe(true);
    target.close();
    expect(await waitFor(() => sockets() === 0, 2000)).toBe(true);
  });

  test('are not lent where nobody can listen', async () => {
    const ended = 2 ** 22;
    await expect(listenInside(ended, [4000])).rejects.toMatchObject({
      code: 'runseal.reach_unavailable',
      message: expect.stringMatching(/nsenter: .*No such file/) as string,
    });
  });
});
