import fc from 'fast-check';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.ts';

async function read(text: string, cuts: readonly number[] = []): Promise<ServerSentEvent[]> {
  const bytes = new TextEncoder().encode(text);
  const edges = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      edges.slice(1).forEach((edge, index) => controller.enqueue(bytes.slice(edges[index], edge)));
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(body, 10_000)) events.push(event);
  return events;
}

test('an event has its id, its name and its lines of data', async () => {
  expect(await read('id: 7\nevent: end\ndata: one\ndata: two\n\n')).toEqual([
    { id: '7', event: 'end', data: 'one\ntwo' },
  ]);
});

test('comments keep the line alive and are no events', async () => {
  expect(await read(': ping\n\n:\n\ndata: x\n\n')).toEqual([{ id: '', event: 'message', data: 'x' }]);
});

test('a stream that falls silent is given up and let go, and a heartbeat is no silence', async () => {
  let letGo = false;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
      for (const text of [': beat\n\n', ': beat\n\n', 'data: x\n\n']) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        say(text);
      }
    },
    cancel: () => void (letGo = true),
  });
  const heard: string[] = [];
  const reading = (async () => {
    for await (const { data } of readServerSentEvents(body, 120)) heard.push(data);
  })();
  await expect(reading).rejects.toThrow('The server fell silent.');
  expect([heard, letGo]).toEqual([['x'], true]);
});

test('an id stays until the next one, and one with a NUL is not taken', async () => {
  const events = await read('id: 1\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\n');
  expect(events.map(({ id }) => id)).toEqual(['1', '1', '1']);
});

test('an event that the end cut off is dropped', async () => {
  expect(await read('data: whole\n\ndata: half\n')).toEqual([{ id: '', event: 'message', data: 'whole' }]);
});

test('however the bytes are cut and the lines are ended, the same events come out', async () => {
  const data = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ id: fc.nat(), data }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(), { maxLength: 20 }),
      async (sent, end, cuts) => {
        const text = sent.map((one) => `id: ${String(one.id)}${end}data: ${one.data}${end}${end}`).join('');
        const expected = sent.map((one) => ({ id: String(one.id), event: 'message', data: one.data }));
        expect(await read(text, cuts)).toEqual(expected);
      },
    ),
  );
});
