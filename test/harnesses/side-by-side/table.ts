/** The ways beside each other, for a terminal: what each record holds, what it cannot see, and what was held shut. */
import { renderScreen, type Block, type Span } from '@runseal/cli';
import { VERDICT_NAMES } from '@runseal/spine';
import type { Driven } from './driven.ts';

const TONES = { pass: 'good', fail: 'bad', warn: 'warn', absent: 'warn' } as const;

/** Plain text where `colour` is false. Ends without a line feed. */
export function sideBySideTable(driven: readonly Driven[], colour: boolean): string {
  const ran = driven.filter(({ run }) => run !== null);
  const problems = driven.filter(({ problem }) => problem !== null);
  const blocks: Block[] = [
    {
      head: [
        'way',
        'CLI',
        'profile',
        'state',
        'events',
        'mix',
        'tool calls',
        'model calls',
        'contained by',
        'end known by',
      ],
      rows: ran.map(summary),
    },
    [],
    { head: ['verdict', ...names(ran)], rows: VERDICT_NAMES.map((name) => verdictRow(name, ran)) },
    [],
    { head: ['gap', ...names(ran)], rows: rowsOf(ran, ({ gaps }) => gaps) },
    [],
    { head: ['reconciled', ...names(ran)], rows: rowsOf(ran, ({ reconciliation }) => reconciliation) },
    [],
    { head: ['surface, as promised', ...names(ran)], rows: rowsOf(ran, ({ enforcement }) => enforcement) },
    [],
    { head: ['surface, as found', ...names(ran)], rows: rowsOf(ran, ({ found }) => found) },
    ['Found by a hostile model that goes past the gateway: what the CLI sends its own model is not tried there.'],
    [],
    ...ran.map(({ way, vouches }): Block => [`${way}: ${vouches}`]),
    ...problems.map(({ way, problem }): Block => [{ text: `✗ ${way}: ${problem ?? ''}`, tone: 'bad' }]),
  ];
  return renderScreen(blocks, colour).trimEnd();
}

const names = (driven: readonly Driven[]): string[] => driven.map(({ way }) => way);

const summary = (one: Driven): Span[] => [
  one.way,
  one.cliVersion ?? '–',
  one.profile ?? '–',
  { text: one.sealed ? `${one.state}, sealed` : one.state, tone: one.problem === null ? 'good' : 'bad' },
  String(one.events),
  one.mix,
  String(one.dispatches),
  String(one.modelCalls),
  one.containment ?? '–',
  one.completion ?? '–',
];

const verdictRow = (name: (typeof VERDICT_NAMES)[number], driven: readonly Driven[]): Span[] => [
  name.replace('_', ' '),
  ...driven.map(({ verdicts }): Span => {
    const state = verdicts[name] ?? '–';
    return { text: state, tone: TONES[state as keyof typeof TONES] ?? 'dim' };
  }),
];

/** One row for every key that any of them has. */
function rowsOf(driven: readonly Driven[], of: (one: Driven) => Readonly<Record<string, string | number>>): Span[][] {
  const keys = [...new Set(driven.flatMap((one) => Object.keys(of(one))))].sort();
  return keys.map((key): Span[] => [
    key,
    ...driven.map((one): Span => {
      const value = of(one)[key];
      return value === undefined ? { text: '–', tone: 'dim' } : String(value);
    }),
  ]);
}
