/**
 * What one question about a long record takes of the API's memory: the peak of a process that is asked this alone, above
 * what it stood at before. `RUNSEAL_BENCH_EVENTS` (200,000) is the length of the record.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openMemoryHouse, type Api } from './api-memory/house.ts';
import { rowOf, type Emit } from './row.ts';

const EVENTS = Number(process.env['RUNSEAL_BENCH_EVENTS'] ?? 200_000);
/** A reader that takes one piece in so many ms, for its first pieces. */
const SLOW_MS = 5;
const SLOW_PIECES = 400;

type Asking = (api: Api, of: string) => Promise<void>;

const one =
  (path: string): Asking =>
  (api, of) =>
    api.get(`${of}/${path}`);
const ask = (question: string): Asking => one(`ask?q=${encodeURIComponent(question)}`);

/** The run beside itself: both sides are read, and every call has its like. */
const compare: Asking = (api, of) => {
  const run = of.slice(of.lastIndexOf('/') + 1);
  return api.get(`/compare?left=${run}&right=${run}`);
};
/** Longer runs are not compared. */
const MOST_COMPARED = 500_000;

const ASKED: readonly (readonly [name: string, asking: Asking])[] = [
  ['record', one('record')],
  ['record.slow-reader', (api, of) => slowly(api, `${of}/record`)],
  ['leaves', one('leaves')],
  ['contents', one('contents')],
  ['contents.slow-reader', (api, of) => slowly(api, `${of}/contents`)],
  ['verification', (api, of) => passing(api, `${of}/verification`)],
  ['audit', one('audit')],
  ['ask.tool', ask('tool:workspace_write called')],
  ['ask.tool-with', ask('tool:workspace_write called with nobody wrote this')],
  ['ask.path', ask('path:src/nowhere touched')],
  ['ask.host', ask('host:example.org reached')],
  ['ask.finished', ask('finished by itself')],
  ...(EVENTS <= MOST_COMPARED ? [['compare', compare] as const] : []),
  ['events', (api, of) => pages(api, of)],
  ['slice', one('slice?events=1-1000')],
  ['usage', one('usage')],
  ['five-at-once.record', (api, of) => fiveTimes(() => api.get(`${of}/record`))],
  ['five-at-once.verification', (api, of) => fiveTimes(() => api.get(`${of}/verification`))],
  ['five-at-once.ask', (api, of) => fiveTimes(() => ask('path:src/nowhere touched')(api, of))],
];

export default async function bench(emit: Emit): Promise<void> {
  const house = await openMemoryHouse(EVENTS);
  try {
    for (const [name, asking] of ASKED) {
      const { idle, peak } = await house.measured((api) => asking(api, `/runs/${house.run}`));
      emit(rowOf(`api.memory.${name}.${String(EVENTS)}-events`, 'MB', rounded(peak - idle), rounded(idle)));
    }
  } finally {
    await house.close();
  }
}

const rounded = (mb: number): number => Number(mb.toFixed(1));

const fiveTimes = async (asking: () => Promise<void>): Promise<void> => {
  await Promise.all(Array.from({ length: 5 }, asking));
};

async function slowly(api: Api, path: string): Promise<void> {
  let pieces = 0;
  await api.get(path, async () => {
    pieces += 1;
    if (pieces < SLOW_PIECES) await pause(SLOW_MS);
  });
}

/** The dashboard's pages, one after the other. */
async function pages(api: Api, of: string): Promise<void> {
  for (let after = 0; after < 50_000; after += 1_000) await api.get(`${of}/events?after=${String(after)}&limit=1000`);
}

/** What is measured must be the whole work: a record whose integrity fails would be done with early. */
async function passing(api: Api, path: string): Promise<void> {
  let said = '';
  await api.get(path, (piece) => {
    said += new TextDecoder().decode(piece);
  });
  if (!said.includes('"state":"pass"')) throw new Error(`the record does not verify: ${said}`);
}
