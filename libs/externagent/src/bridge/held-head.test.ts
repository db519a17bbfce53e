import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../testing/wait.ts';
import { holdHead } from './held-head.ts';

let server: Server;
let client: Socket;
let pieces: string[];

/** Asks a server that answers so. */
async function asked(answer: (response: ServerResponse) => unknown): Promise<void> {
  server = createServer((_, response) => void answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  pieces = [];
  client.on('data', (chunk: Buffer) => pieces.push(chunk.toString()));
  ask();
}

const ask = () => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

afterEach(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

describe('the head of an answer', () => {
  it('leaves with what follows it', async () => {
    await asked(async (response) => {
      holdHead(response);
      response.flushHeaders();
      await pause(2);
      response.end('body');
    });
    await until('the answer', () => pieces.join('').includes('body'));
    expect(pieces).toHaveLength(1);
  });

  it('leaves when it is let go', async () => {
    let letGo: () => void = () => undefined;
    await asked((response) => {
      letGo = holdHead(response);
      response.flushHeaders();
      response.write('first');
      letGo();
    });
    await until('the first', () => pieces.join('').includes('first'));
    letGo();
  });

  it('leaves alone where nothing follows it for a while', async () => {
    let finish: () => void = () => undefined;
    await asked((response) => {
      holdHead(response);
      response.flushHeaders();
      finish = () => response.end('body');
    });
    await until('the head', () => pieces.length === 1);
    expect(pieces[0]).not.toContain('body');
    finish();
    await until('the body', () => pieces.join('').includes('body'));
  });

  it('of the next answer on the connection is not let go with the one before', async () => {
    const held: (() => void)[] = [];
    await asked((response) => {
      held.push(holdHead(response));
      response.flushHeaders();
      if (held.length === 1) response.end('one');
      else {
        held[0]!();
        setTimeout(() => response.end('two'), 5);
      }
    });
    await until('the first', () => pieces.join('').includes('one'));
    const before = pieces.length;
    ask();
    await until('the second', () => pieces.join('').includes('two'));
    expect(pieces).toHaveLength(before + 1);
  });
});
