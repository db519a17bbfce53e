import { ReadableStream } from 'node:stream/web';
import { CliError } from '../errors.ts';
import { unreachable } from './problem.ts';
import { watchEvents, type Delta } from './watch-events.ts';

const message = (seq: number): string => `id: ${seq}\ndata: {"seq":${seq}}\n\n`;
const END = 'event: end\ndata: {}\n\n';

describe('watching', () => {
  it('resumes after the last seq seen, and neither loses nor doubles an event', async () => {
    const opened: number[] = [];
    const answers = [message(1) + message(2), message(2) + message(3), message(4) + END];
    const seqs = await watch((after) => {
      opened.push(after);
      return Promise.resolve(body(answers[opened.length - 1] ?? END));
    });
    expect(seqs).toEqual([1, 2, 3, 4]);
    expect(opened).toEqual([0, 2, 3]);
  });

  it('goes on after the server could not be reached for a moment', async () => {
    let attempts = 0;
    const seqs = await watch(() => {
      attempts += 1;
      if (attempts === 2) throw unreachable('http://127.0.0.1:1', new Error('refused'));
      return Promise.resolve(body(attempts === 1 ? message(1) : message(2) + END));
    });
    expect(seqs).toEqual([1, 2]);
  });

  it('tells words beside the events; they are no place to resume at', async () => {
    const words = 'event: delta\ndata: {"turn":1,"after":2,"from":0,"text":"Once"}\n\n';
    const opened: number[] = [];
    const told: unknown[] = [];
    const seqs = await watch(
      (after) => {
        opened.push(after);
        return Promise.resolve(body(opened.length === 1 ? message(1) + words : message(2) + END));
      },
      ({ text }) => told.push(text),
      told,
    );
    // They came before event 2, and are told once it was.
    expect([seqs, opened, told]).toEqual([
      [1, 2],
      [0, 1],
      [1, 2, 'Once'],
    ]);
  });

  it('gives up at once when the server says no', async () => {
    const no = new CliError('run_unknown', 'There is no such run.', { exitCode: 4 });
    await expect(watch(() => Promise.reject(no))).rejects.toBe(no);
  });

  it('gives up on a server that stays away', async () => {
    await expect(watch(() => Promise.reject(unreachable('http://127.0.0.1:1', null)))).rejects.toMatchObject({
      code: 'server_unreachable',
    });
  });

  it('gives up on a stream that always ends without an event', async () => {
    await expect(watch(() => Promise.resolve(body('')))).rejects.toMatchObject({ code: 'stream_silent' });
  });

  it('ends quietly when it is stopped', async () => {
    const stop = new AbortController();
    const seqs: number[] = [];
    for await (const { seq } of watchEvents(0, stop.signal, () => Promise.resolve(body(message(1))))) {
      seqs.push(seq);
      stop.abort();
    }
    expect(seqs).toEqual([1]);
  });
});

const body = (text: string): AsyncIterable<Uint8Array> => ReadableStream.from([Buffer.from(text)]);

async function watch(
  open: (after: number) => Promise<AsyncIterable<Uint8Array>>,
  hear?: (delta: Delta) => void,
  told: unknown[] = [],
): Promise<number[]> {
  const seqs: number[] = [];
  for await (const event of watchEvents(0, new AbortController().signal, open, hear, 1)) {
    seqs.push(event.seq);
    told.push(event.seq);
  }
  return seqs;
}
