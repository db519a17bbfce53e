/** What must hold after any fault, held against the database, the record and the traces the effects left. */
import { decodeEvent, isMap, toHex, type CborMap, type Report } from '@runseal/spine';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EFFECTS, POOL, TRACE } from './episode.ts';
import type { Lane } from './lane.ts';
import { judgeLedger } from './ledger.ts';

export interface Judged {
  /** How the run ended, for people. */
  readonly ending: string;
  /** Events somebody was told are durable. */
  readonly acknowledged: number;
  readonly effects: number;
  /** Calls whose outcome the record says is unknown. */
  readonly unknown: number;
  readonly violations: readonly string[];
}

interface Seen {
  readonly seq: number;
  readonly link: string;
  readonly type: string;
  readonly payload: CborMap;
}

/** `folder` is where the armed process wrote what it was told is durable. */
export async function judge(lane: Lane, run: string, folder: string): Promise<Judged> {
  const events = await eventsOf(lane, run);
  const acknowledged = (await linesOf(join(folder, 'acknowledged'))).filter((line) => line.startsWith(`${run} `));
  const traces = await linesOf(join(lane.dataDir, 'runs', run, 'workspace', TRACE));
  const unknown = unknownCalls(events);
  const violations = [
    ...whatWasAcknowledged(events, acknowledged),
    ...calls(events, unknown),
    ...(await effects(lane, run, events, traces)),
    ...(await seal(lane, run)),
    ...(await holds(lane, run)),
    ...(await judgeLedger(lane, run)),
  ];
  const outcome = events.find(({ type }) => type === 'outcome.recorded')?.payload;
  const ending = `${text(outcome?.['result'])}${outcome?.['result'] === 'failure' ? ` (${text(outcome['reason'])})` : ''}`;
  return { ending, acknowledged: acknowledged.length, effects: traces.length, unknown: unknown.size, violations };
}

async function eventsOf({ store }: Lane, run: string): Promise<readonly Seen[]> {
  const events: Seen[] = [];
  for await (const { seq, link, type, canonical } of store.scan(run))
    events.push({ seq, link: toHex(link), type, payload: decodeEvent(canonical).payload });
  return events;
}

function whatWasAcknowledged(events: readonly Seen[], acknowledged: readonly string[]): string[] {
  const known = new Map(events.map(({ seq, link }) => [seq, link]));
  const lost = acknowledged.map((line) => line.split(' ')).filter(([, seq, link]) => known.get(Number(seq)) !== link);
  const gaps = events.some(({ seq }, at) => seq !== at + 1);
  return [
    ...lost.map(([, seq]) => `event ${seq} was acknowledged and is not there`),
    ...(gaps ? ['the sequence has holes'] : []),
  ];
}

function unknownCalls(events: readonly Seen[]): Set<number> {
  const gaps = events.filter(
    ({ type, payload }) => type === 'provenance.gap' && payload['reason'] === 'outcome_unknown',
  );
  return new Set(gaps.flatMap(({ payload }) => (Array.isArray(payload['calls']) ? payload['calls'].map(Number) : [])));
}

/** A call has one start; then one end, or a gap that says its outcome is not known. */
function calls(events: readonly Seen[], unknown: ReadonlySet<number>): string[] {
  const count = (type: string) => {
    const counts = new Map<number, number>();
    for (const { payload } of events.filter((event) => event.type === type))
      counts.set(Number(payload['call']), (counts.get(Number(payload['call'])) ?? 0) + 1);
    return counts;
  };
  const [starts, ends] = [count('dispatch.start'), count('dispatch.end')];
  return [
    ...[...starts].filter(([, n]) => n > 1).map(([call]) => `call ${call} was started twice`),
    ...[...ends]
      .filter(([call, n]) => n > 1 || !starts.has(call))
      .map(([call]) => `call ${call} ended without a start`),
    ...[...starts.keys()]
      .filter((call) => !ends.has(call) && !unknown.has(call))
      .map((call) => `call ${call} has no end and no gap says so`),
  ];
}

/** Every trace has the start of a call that holds its arguments, and is there once; what ended well has left its trace. */
async function effects(lane: Lane, run: string, events: readonly Seen[], traces: readonly string[]): Promise<string[]> {
  const starts = new Map<string, number>();
  for (const { payload } of events.filter(({ type }) => type === 'dispatch.start'))
    for (const effect of EFFECTS)
      if ((await argumentsOf(lane, run, payload)).includes(`echo ${effect} `))
        starts.set(effect, Number(payload['call']));
  const well = new Set(
    events
      .filter(({ type, payload }) => type === 'dispatch.end' && payload['outcome'] === 'ok')
      .map(({ payload }) => Number(payload['call'])),
  );
  return EFFECTS.flatMap((effect) => {
    const times = traces.filter((line) => line === effect).length;
    const call = starts.get(effect);
    return [
      ...(times > 1 ? [`the effect "${effect}" happened ${times} times`] : []),
      ...(times > 0 && call === undefined ? [`the effect "${effect}" happened without its start event`] : []),
      ...(times === 0 && call !== undefined && well.has(call)
        ? [`the effect "${effect}" is on record and did not happen`]
        : []),
    ];
  });
}

async function argumentsOf({ store }: Lane, run: string, payload: CborMap): Promise<string> {
  const ref = payload['arguments'];
  const commitment = isMap(ref) ? ref['commitment'] : undefined;
  if (!(commitment instanceof Uint8Array)) return '';
  const { content } = await store.content(run, commitment);
  return content === null ? '' : new TextDecoder().decode(content.bytes);
}

async function seal(lane: Lane, run: string): Promise<string[]> {
  const head = await lane.store.head(run);
  if (head.state !== 'sealed') return ['the run is not sealed'];
  const report = await lane.ask<Report>(`/api/v1/runs/${run}/verification`);
  return report.verdicts
    .filter(({ name, state }) => state === 'fail' || (name === 'independence' && state !== 'pass'))
    .map(({ name, state, code }) => `verdict ${name} says ${state}: ${code}`);
}

/** A run that ended holds nothing of the shared budget. */
async function holds({ sql }: Lane, run: string): Promise<string[]> {
  const left = await sql`select 1 from runseal.budget_hold where run = ${run} and pool = ${POOL}`;
  return left.length === 0 ? [] : [`${left.length} holds on the budget are left`];
}

async function linesOf(path: string): Promise<readonly string[]> {
  const read = await readFile(path, 'utf8').catch(() => '');
  return read.split('\n').filter((line) => line !== '');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : 'none');
