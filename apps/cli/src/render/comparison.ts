import type { DispatchPair, RunComparison } from '@runseal/spine';
import { madeOf } from '../made-list.ts';
import { mixText } from './report.ts';
import type { Block, Span } from './screen.ts';

/** A comparison whose calls need not be held all at once. */
export type Compared = Omit<RunComparison, 'dispatches'> & { readonly dispatches: Iterable<DispatchPair> };

/** Two runs side by side: differences in words first, then what they are drawn from. */
export function comparisonBlocks(names: { left: string; right: string }, compared: Compared): Block[] {
  const { mixes, vouches, gaps, enforcement, dispatches, sentences } = compared;
  return [
    [{ text: 'left   ', tone: 'dim' }, names.left],
    [{ text: 'right  ', tone: 'dim' }, names.right],
    [],
    ...sentences.map((sentence): Block => [`• ${sentence}`]),
    [],
    {
      head: ['', 'left', 'right'],
      rows: [
        ['tiers', mixText(mixes.left), mixText(mixes.right)],
        ...gaps.map((gap): Span[] => [`gaps in ${gap.surface}`, count(gap.left), count(gap.right)]),
      ],
    },
    ...section(
      'surface',
      enforcement.map((row): Span[] => [row.surface, row.left ?? '–', row.right ?? '–']),
    ),
    ...section('dispatch', madeOf(dispatches, dispatchRow)),
    [],
    [`left:  ${vouches.left}`],
    [`right: ${vouches.right}`],
  ];
}

function dispatchRow({ left, right, sameArguments, sameResult }: DispatchPair): Span[] {
  const either = left ?? right;
  const cell = (side: DispatchPair['left']): Span =>
    side === null ? { text: 'not there', tone: 'warn' } : `seq ${side.seq} ${side.outcome}`;
  const same =
    left === null || right === null ? '' : `  arguments ${same3(sameArguments)}, result ${same3(sameResult)}`;
  return [`${either?.action ?? ''} ${either?.scope ?? ''}${same}`, cell(left), cell(right)];
}

const same3 = (same: boolean | null): string => (same === null ? 'cannot say' : same ? 'the same' : 'different');

const count = (gaps: number): Span => (gaps === 0 ? '0' : { text: String(gaps), tone: 'warn' });

const section = (what: string, rows: Iterable<Span[]>): Block[] =>
  isEmpty(rows) ? [] : [[], { head: [what, 'left', 'right'], rows }];

function isEmpty(rows: Iterable<unknown>): boolean {
  for (const _ of rows) return false;
  return true;
}
