import type { Report, Verdict, VerdictState } from '@runseal/spine';
import type { Block, Span, Tone } from './screen.ts';

const TONES: Record<VerdictState, Tone> = { pass: 'good', fail: 'bad', warn: 'warn', absent: 'warn' };

/** The six verdicts, one a line, each with its code, its sentence and the first bad event where one is known. */
export function reportBlocks(report: Report): Block[] {
  return [
    [{ text: report.run ?? 'a record that names no run', tone: 'strong' }, `  ${countOf(report.events, 'event')}`],
    ...field('root', report.root),
    ...field('origin', report.origin),
    ...field('key', report.keyId),
    [],
    { head: ['verdict', 'state', 'code', 'first bad', 'what it says'], rows: report.verdicts.map(verdictRow) },
    ...(report.mix === null ? [] : [[], ['tiers    ', mixText(report.mix), ...unproven(report)]]),
    ...(report.vouches === null ? [] : [['vouches  ', report.vouches]]),
  ];
}

/** `enforced 12 · attested 3 · unobserved 2`, and what was lost. */
export function mixText(mix: {
  readonly tiers: { enforced: number; attested: number; unobserved: number };
  readonly lost?: number;
}): string {
  const { enforced, attested, unobserved } = mix.tiers;
  const lost = (mix.lost ?? 0) > 0 ? ` · lost ${mix.lost ?? 0}` : '';
  return `enforced ${enforced} · attested ${attested} · unobserved ${unobserved}${lost}`;
}

/** `1 event`, `2 events`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Counted in bytes that anybody may have written. */
const unproven = ({ verdicts }: Report): Span[] =>
  verdicts.some(({ name, state }) => name === 'integrity' && state !== 'pass')
    ? ['  (counted, and vouched for by nobody)']
    : [];

function verdictRow(verdict: Verdict): Span[] {
  const tone = TONES[verdict.state];
  return [
    verdict.name,
    { text: verdict.state, tone },
    verdict.code ?? '',
    verdict.firstBadSeq === null ? '' : { text: `seq ${verdict.firstBadSeq}`, tone: 'bad' },
    verdict.sentence,
  ];
}

const field = (name: string, value: string | null): Block[] => (value === null ? [] : [[`${name.padEnd(9)}${value}`]]);
