/**
 * What a reader of a long run waits for, in a real browser on this machine: until the first rows of its spine are there,
 * until an event far down is, until a filter is answered, and the slowest frame while scrolling. Against the same page of
 * a run of 1,000 events.
 */
import type { Page } from 'playwright-core';
import { openBenchHouse } from './dashboard/house.ts';

interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
}

/** Events of a run, and how often it is visited; medians, after one visit that fills caches. */
const SIZES = [
  { size: 100_000, rounds: 7 },
  { size: 1_000_000, rounds: 3 },
] as const;
const BASE = 1_000;
/** Pixels a frame: a hard flick. */
const FLICK_PX = 600;
const FRAMES = 60;

interface Opened {
  readonly page: Page;
  readonly url: string;
  readonly size: number;
}

export default async function bench(emit: (row: Row) => void): Promise<void> {
  const house = await openBenchHouse();
  const { page } = house;
  const longRun = async (size: number): Promise<Opened> => ({
    page,
    size,
    url: `${house.url}/runs/${await house.longRun(size)}`,
  });
  try {
    const base = await longRun(BASE);
    for (const { size, rounds } of SIZES) {
      const visits = await sideBySide(await longRun(size), base, rounds);
      for (const measure of MEASURES) emit(rowOf(`timeline.${measure}.${String(size)}`, measure, visits));
    }
  } finally {
    await house.close();
  }
}

const MEASURES = ['open', 'slowest-frame', 'filter', 'jump'] as const;
type Measure = (typeof MEASURES)[number];
/** Milliseconds of one visit. */
type Visit = Readonly<Record<Measure, number>>;

interface Visits {
  readonly long: readonly Visit[];
  readonly base: readonly Visit[];
}

/** Turn about, so that both meet the same machine. */
async function sideBySide(long: Opened, base: Opened, rounds: number): Promise<Visits> {
  const visits = { long: [] as Visit[], base: [] as Visit[] };
  for (let round = -1; round < rounds; round += 1) {
    const [slow, quick] = [await visit(long), await visit(base)];
    if (round < 0) continue;
    visits.long.push(slow);
    visits.base.push(quick);
  }
  return visits;
}

function rowOf(bench: string, measure: Measure, { long, base }: Visits): Row {
  const of = (visits: readonly Visit[]): number => median(visits.map((one) => one[measure]));
  const [value, baseline] = [of(long), of(base)];
  return {
    bench,
    value: Math.round(value),
    unit: 'ms',
    baseline: Math.round(baseline),
    ratio: Number((value / baseline).toFixed(3)),
  };
}

/** Opens the page of a run, scrolls it, filters it, takes the filter away and jumps to its end. */
async function visit(run: Opened): Promise<Visit> {
  const opened = await open(run);
  const frame = await slowestFrame(run);
  const filtered = await filter(run);
  return { open: opened, 'slowest-frame': frame, filter: filtered, jump: await jump(run) };
}

const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('button');

/** From asking for the page to the first rows of the spine. */
async function open({ page, url }: Opened): Promise<number> {
  const from = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await rows(page).first().waitFor();
  return performance.now() - from;
}

/** From the number typed to the event opened and its row in sight, near the end of the run. */
async function jump(run: Opened): Promise<number> {
  const seq = String(run.size - 100);
  const field = run.page.getByRole('textbox', { name: 'Jump to event' });
  await field.fill(seq);
  const from = performance.now();
  await field.press('Enter');
  await rows(run.page)
    .filter({ hasText: new RegExp(`^${seq}`) })
    .waitFor();
  await run.page
    .getByRole('complementary', { name: `Event ${seq}` })
    .getByText('leaf')
    .waitFor();
  return performance.now() - from;
}

/** From choosing a tier to its first rows; leaves the page unfiltered. */
async function filter(run: Opened): Promise<number> {
  const gaps = run.page.getByRole('checkbox', { name: /^[\d,]+ gaps?$/ });
  await gaps.scrollIntoViewIfNeeded();
  const from = performance.now();
  await gaps.check();
  await run.page.getByText(/^\d[\d,]* of [\d,]+ events$/).waitFor();
  await rows(run.page).first().waitFor();
  const spent = performance.now() - from;
  await gaps.uncheck();
  await rows(run.page).first().waitFor();
  return spent;
}

/** Scrolls as hard as a hand can and answers the slowest of the frames, the worst two left out. */
async function slowestFrame(run: Opened): Promise<number> {
  const frames = await run.page.evaluate(
    async ({ count, px }) => {
      const times: number[] = [];
      let last = performance.now();
      for (let n = 0; n < count; n += 1) {
        window.scrollBy({ top: px, behavior: 'instant' });
        await new Promise(requestAnimationFrame);
        times.push(performance.now() - last);
        last = performance.now();
      }
      return times;
    },
    { count: FRAMES, px: FLICK_PX },
  );
  return frames.sort((a, b) => b - a)[2]!;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
