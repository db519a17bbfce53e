import fc from 'fast-check';
import { ProblemError } from '../api/problem.ts';
import type { EventPage, EventView } from '../api/wire.ts';
import { follow, type EventSourceOf } from './follow.ts';
import { PAGE } from './paged-rows.ts';
import { RunLog } from './run-log.ts';

const event = (seq: number): EventView => ({
  seq,
  type: 'provenance.attested',
  tier: 'attested',
  actor: 'agent',
  time: '0',
  principal: null,
  payload: {},
  leaf: '',
  link: '',
  canonical: '',
});

const encoder = new TextEncoder();
const frame = (seq: number): Uint8Array =>
  encoder.encode(`id: ${String(seq)}\ndata: ${JSON.stringify(event(seq))}\n\n`);

/** A run of `size` events of which `known` are there at first; each stream does what its script says. */
function sourceOf(
  size: number,
  known: number,
  scripts: readonly (readonly number[] | 'fails')[],
): EventSourceOf & { resumed: number[] } {
  let there = known;
  let turn = 0;
  const resumed: number[] = [];
  return {
    resumed,
    counts: () =>
      Promise.resolve({
        size: there,
        sealed: there === size,
        types: there === 0 ? [] : [{ type: 'provenance.attested', tier: 'attested', count: there }],
        calls: 0,
      }),
    page: (after): Promise<EventPage> => {
      const items = Array.from({ length: Math.max(0, Math.min(3, there - after)) }, (_, n) => event(after + n + 1));
      return Promise.resolve({ items, size: there, sealed: there === size });
    },
    stream: (after) => {
      resumed.push(after);
      const script = scripts[turn] ?? [];
      turn += 1;
      there = turn > scripts.length ? size : Math.min(size, there + 1);
      if (script === 'fails') return Promise.reject(new TypeError('network'));
      return Promise.resolve(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const seq of script) controller.enqueue(frame(seq));
            controller.close();
          },
        }),
      );
    },
    pause: () => Promise.resolve(),
  };
}

async function followed(source: EventSourceOf): Promise<RunLog> {
  const log: RunLog = new RunLog((page) =>
    Promise.resolve(
      Array.from({ length: Math.min(PAGE, log.last - page * PAGE) }, (_, n) => event(page * PAGE + n + 1)),
    ),
  );
  await follow(source, log, new AbortController().signal);
  await new Promise<void>((resolve) => {
    const done = (): boolean => log.read().state === 'complete' || log.read().state === 'failed';
    if (done()) {
      resolve();
      return;
    }
    const stop = log.subscribe(() => {
      if (!done()) return;
      stop();
      resolve();
    });
  });
  return log;
}

/** What rows the log has, whether they came by the stream or are read now. */
async function seqsOf(log: RunLog): Promise<(number | undefined)[]> {
  await log.rows.load(0, log.last - 1);
  return Array.from({ length: log.last }, (_, index) => log.rows.at(index)?.seq);
}

test('a sealed run needs no stream', async () => {
  const source = sourceOf(8, 8, []);
  const log = await followed(source);
  expect([log.read().state, log.read().last, source.resumed]).toEqual(['complete', 8, []]);
  expect(await seqsOf(log)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('after a break the stream is resumed behind the last event held', async () => {
  const source = sourceOf(6, 2, [[3, 4], 'fails', [2, 3, 4, 5]]);
  expect((await followed(source)).last).toBe(6);
  expect(source.resumed[0]).toBe(2);
  expect(source.resumed[1]).toBeGreaterThanOrEqual(4);
});

test('whatever a stream repeats, leaves out or breaks off, each event is held once and in order', async () => {
  const script = fc.oneof(fc.constant('fails' as const), fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 20 }), fc.array(script, { maxLength: 6 }), async (known, scripts) => {
      const log = await followed(sourceOf(20, known, scripts));
      expect(await seqsOf(log)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      expect(log.read().types).toEqual([{ type: 'provenance.attested', tier: 'attested', count: 20 }]);
    }),
    { numRuns: 30 },
  );
});

test('a refusal ends it, with the reason', async () => {
  const refusal = new ProblemError({ status: 404, code: 'run_unknown', title: '', detail: '' });
  const log = await followed({ ...sourceOf(1, 1, []), counts: () => Promise.reject(refusal) });
  expect(log.read()).toMatchObject({ state: 'failed', error: refusal });
});
