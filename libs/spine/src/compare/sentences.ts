/** The differences between two runs in plain sentences. */
import type { RunComparison } from './comparison.ts';
import type { CallPair } from './dispatches.ts';
import type { Side } from './sides.ts';
import { capital, listed, surfaceWords } from '../wording.ts';

type Facts = Omit<RunComparison, 'dispatches' | 'sentences'> & { readonly dispatches: readonly CallPair[] };

/** Never empty: when nothing differs, that is said. */
export function differences(facts: Facts): string[] {
  const sentences = [
    ...callSentences(facts),
    ...tierSentences(facts),
    ...gapSentences(facts),
    ...enforcementSentences(facts),
  ];
  return sentences.length > 0
    ? sentences
    : ['The two records do not differ in their calls, tiers, gaps or enforcement.'];
}

function callSentences({ dispatches }: Facts): string[] {
  const only = (side: Side): number =>
    dispatches.filter((pair) => (pair.left === null) !== (pair.right === null) && pair[side] !== null).length;
  const both = dispatches.filter(({ left, right }) => left !== null && right !== null);
  const alone = { left: only('left'), right: only('right') };
  const sentences: string[] = [];
  if (dispatches.length > 0 && alone.left + alone.right === 0) {
    sentences.push(`Both runs made the same ${counted(both.length, 'tool call')} in the same order.`);
  } else if (dispatches.length > 0) {
    sentences.push(
      `${counted(both.length, 'tool call')} in both runs, ${alone.left} only in the left, ${alone.right} only in the right.`,
    );
  }
  const outcomes = both.filter(({ left, right }) => left!.outcome !== right!.outcome).length;
  if (outcomes > 0) sentences.push(`${counted(outcomes, 'shared call')} ended differently.`);
  const args = both.filter(({ sameArguments }) => sameArguments === false).length;
  if (args > 0) sentences.push(`${counted(args, 'shared call')} had other arguments.`);
  const results = both.filter(({ sameResult }) => sameResult === false).length;
  if (results > 0) sentences.push(`${counted(results, 'shared call')} had other results.`);
  const unsaid = both.filter(({ sameArguments }) => sameArguments === null).length;
  if (unsaid > 0)
    sentences.push(
      `Whether ${counted(unsaid, 'shared call')} had the same arguments cannot be said: their content is not here.`,
    );
  return sentences;
}

function tierSentences({ mixes }: Facts): string[] {
  const sentences: string[] = [];
  for (const side of ['left', 'right'] as const) {
    const { tiers, lost } = mixes[side];
    if (tiers.attested + tiers.unobserved + lost === 0) sentences.push(`Everything in the ${side} run was enforced.`);
    else {
      const gone = lost === 0 ? '' : `, and ${counted(lost, 'event')} known to be lost`;
      sentences.push(
        `Of the ${side} run's events ${tiers.enforced} were enforced, ${tiers.attested} only reported by its harness, ${tiers.unobserved} declare what was not seen${gone}.`,
      );
    }
  }
  return sentences;
}

function gapSentences({ gaps }: Facts): string[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const other = side === 'left' ? 'right' : 'left';
    const surfaces = gaps.filter((gap) => gap[side] > 0 && gap[other] === 0).map((gap) => surfaceWords(gap.surface));
    return surfaces.length === 0 ? [] : [`Only the ${side} run has gaps in: ${listed(surfaces)}.`];
  });
}

function enforcementSentences({ enforcement }: Facts): string[] {
  return enforcement
    .filter(({ left, right }) => left !== null && right !== null && left !== right)
    .map(
      ({ surface, left, right }) =>
        `${capital(surfaceWords(surface))}: ${quoted(left)} on the left, ${quoted(right)} on the right.`,
    );
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function quoted(state: string | null): string {
  return JSON.stringify((state ?? '').slice(0, 40));
}
