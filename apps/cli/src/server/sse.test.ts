import { ReadableStream } from 'node:stream/web';
import fc from 'fast-check';
import { readEvents, type ServerSentEvent } from './sse.ts';

const TEXT =
  ': hello\n\nid: 1\ndata: {"a":1}\n\nid: 2\nevent: message\ndata: one\ndata: two – ü\n\nevent: end\ndata: {}\n\ndata: cut off';
const EVENTS: ServerSentEvent[] = [
  { event: 'message', id: '1', data: '{"a":1}' },
  { event: 'message', id: '2', data: 'one\ntwo – ü' },
  { event: 'end', id: '', data: '{}' },
];

describe('server-sent events', () => {
  it('are read however the bytes are cut, and a last one without its blank line is not one', async () => {
    const bytes = Buffer.from(TEXT);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(await collect(parts)).toEqual(EVENTS);
      }),
    );
  });

  it('are read with CRLF line ends too', async () => {
    expect(await collect([Buffer.from(TEXT.replaceAll('\n', '\r\n'))])).toEqual(EVENTS);
  });
});

async function collect(parts: Uint8Array[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(ReadableStream.from(parts))) events.push(event);
  return events;
}
