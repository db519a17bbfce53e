import { countOf, mixText } from './report.ts';
import type { EventView, RunDetail, RunSummary } from '../server/server.ts';
import type { Block, Span, Tone } from './screen.ts';

export const RUN_HEAD = ['run', 'harness', 'state', 'sealed', 'events', 'tiers', 'objective'];

const STATE_TONES: Record<RunSummary['state'], Tone> = {
  queued: 'dim',
  running: 'plain',
  completed: 'good',
  failed: 'bad',
  halted: 'warn',
};

/** One run as a row under RUN_HEAD. */
export function runRow(run: RunSummary): Span[] {
  return [
    run.run,
    run.profile === null ? run.harness : `${run.harness} (${run.profile})`,
    { text: stateOf(run), tone: STATE_TONES[run.state] },
    run.sealed ? 'yes' : { text: 'no', tone: 'warn' },
    String(run.events),
    mixText({ tiers: run.tiers }),
    firstLine(run.objective, 60),
  ];
}

/** What a run is, before its verdicts. */
export function runBlocks(run: RunDetail): Block[] {
  return [
    [
      { text: run.run, tone: 'strong' },
      '  ',
      { text: openWith(run) ?? stateOf(run), tone: STATE_TONES[run.state] },
      run.sealed ? ', sealed' : ', not sealed',
    ],
    ...run.objectiveText.split('\n').map((line, index): Block => [index === 0 ? 'objective  ' : '           ', line]),
    [
      `harness    ${run.harness} (${run.harnessKind}${run.profile === null ? '' : `, ${run.profile}`})${run.model === null ? '' : `, model ${run.model}`}`,
    ],
    [`grant      ${run.grant.join(', ') || 'nothing'}`],
    [`contained  at least ${run.containmentFloor}`],
    [`by         ${run.principal} at ${run.createdAt}`],
    ...(run.errorCode === null
      ? []
      : [[{ text: `error      ${run.error ?? ''} (${run.errorCode})`, tone: 'bad' as const }]]),
    ...(run.halt === null
      ? []
      : [[{ text: `halt       ${run.halt.reason} (by ${run.halt.by})`, tone: 'warn' as const }]]),
    ...(run.seal === null ? [[`tiers      ${mixText({ tiers: run.tiers })} so far`]] : []),
  ];
}

type Standing = Pick<RunSummary, 'state' | 'session' | 'awaitingApproval'>;

/** Where a run stands, in the dashboard's words: to the API a session runs until it is sealed, also while nothing happens in it. */
export function stateOf(run: Standing): string {
  if (run.awaitingApproval) return 'waiting for approval';
  return isOpen(run) ? 'open' : run.state;
}

/** A session between its turns: the next one is somebody's to begin. */
const isOpen = ({ state, session }: Standing): boolean =>
  state === 'running' && session !== null && session.lastTurn !== 'queued' && session.lastTurn !== 'running';

function openWith(run: Standing): string | null {
  if (run.awaitingApproval || !isOpen(run)) return null;
  const turns = run.session?.turns ?? 0;
  return turns === 0 ? 'open, no turn yet' : `open after ${countOf(turns, 'turn')}`;
}

/** One event as one line: seq, tier, type and the few payload fields that say what happened. */
export function eventLine(event: EventView): Block {
  const tone: Tone = event.tier === 'enforced' ? 'good' : event.tier === 'attested' ? 'warn' : 'bad';
  return [
    `${String(event.seq).padStart(5)}  `,
    { text: event.tier.padEnd(10), tone },
    `  ${event.type.padEnd(22)}  `,
    telling(event),
  ];
}

/** Gaps as a table: what the record cannot see or has lost. */
export function gapBlocks(gaps: readonly EventView[]): Block[] {
  if (gaps.length === 0) return [['No gap is recorded.']];
  const rows = gaps.map((gap): Span[] => {
    const { surface, reason, count, detail } = gap.payload;
    return [
      String(gap.seq),
      textOf(surface),
      textOf(reason),
      count === 0 ? 'not countable' : textOf(count),
      textOf(detail),
    ];
  });
  return [{ head: ['gap at seq', 'surface', 'reason', 'count', 'detail'], rows }];
}

/** The first line, cut to a number of characters; … says that there is more. */
function firstLine(text: string, most: number): string {
  const line = Array.from(text.split('\n', 1)[0] ?? '');
  const cut = line.length > most || text.includes('\n');
  return cut ? `${line.slice(0, most - 1).join('')}…` : line.join('');
}

const TELLING = [
  'call',
  'action',
  'scope',
  'outcome',
  'surface',
  'reason',
  'kind',
  'state',
  'completion',
  'passed',
  'result',
  'containment',
];

function telling(event: EventView): string {
  // What is content is not in the event: its reference tells nobody anything here.
  const said = TELLING.flatMap((key) => {
    const value = event.payload[key];
    return value === undefined || isReference(value) ? [] : [`${key}=${textOf(value)}`];
  });
  const line = said.join(' ');
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

const isReference = (value: unknown): boolean => typeof value === 'object' && value !== null && 'commitment' in value;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
