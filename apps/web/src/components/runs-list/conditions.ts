import { NO_FILTER, type RunsFilter } from '../../api/use-runs.ts';
import { clock } from '../../words/time.ts';
import { TIER_WORDS } from '../tier/tiers.ts';
import { STATE_WORDS, VERDICTS, VERDICT_WORDS, type VerdictState } from '../verdict/verdicts.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export const SHARES: readonly Choice[] = [
  { value: 'all', label: 'all enforced' },
  { value: 'most', label: 'at least half enforced' },
  { value: 'less', label: 'less than half enforced' },
  { value: 'none', label: 'nothing enforced' },
  { value: 'empty', label: 'no events' },
];

const VERDICT_STATES: readonly VerdictState[] = ['fail', 'warn', 'absent', 'pass'];

export const VERDICT_CHOICES: readonly Choice[] = [
  { value: 'failing', label: 'any verdict: fail' },
  { value: 'unverified', label: 'never verified here' },
  ...VERDICTS.flatMap((name) =>
    VERDICT_STATES.map((state) => ({
      value: `${name}:${state}`,
      label: `${VERDICT_WORDS[name].title}: ${STATE_WORDS[state]}`,
    })),
  ),
];

export const ODDITIES: readonly Choice[] = [
  { value: 'native', label: 'has native calls' },
  { value: 'drift', label: 'drifted from its profile' },
];

export const SEALS: readonly Choice[] = [
  { value: 'yes', label: 'sealed' },
  { value: 'no', label: 'ended without a seal' },
];

/** Surfaces a gap can be about; any other can be in the address. */
export const SURFACES: readonly string[] = [
  'model_calls',
  'context',
  'egress',
  'shell',
  'file_writes',
  'web_search',
  'foreign_mcp',
  'sub_agents',
  'hooks',
  'project_config',
  'frames',
  'dispatch',
  'content',
  'recorder',
];

const NAMES: Readonly<Record<keyof RunsFilter, string>> = {
  q: 'words',
  harness: 'harness',
  model: 'model',
  state: 'state',
  workspace: 'workspace',
  principal: 'asked for by',
  share: 'share',
  tool: 'called',
  gap: TIER_WORDS.unobserved.one,
  verdict: 'verdict',
  odd: 'harness',
  sealed: 'seal',
  since: 'since',
  until: 'before',
};

const CHOICES: Partial<Record<keyof RunsFilter, readonly Choice[]>> = {
  share: SHARES,
  verdict: VERDICT_CHOICES,
  odd: ODDITIES,
  sealed: SEALS,
};

export interface Condition {
  readonly key: keyof RunsFilter;
  readonly words: string;
}

/** What narrows the list now, in words. */
export function conditionsOf(filter: RunsFilter): readonly Condition[] {
  return (Object.keys(NO_FILTER) as (keyof RunsFilter)[])
    .filter((key) => filter[key] !== '')
    .map((key) => ({ key, words: `${NAMES[key]}: ${wordsOf(key, filter[key])}` }));
}

function wordsOf(key: keyof RunsFilter, value: string): string {
  if (key === 'since' || key === 'until') return dayWords(value);
  if (key === 'gap') return value.replaceAll('_', ' ');
  return CHOICES[key]?.find((choice) => choice.value === value)?.label ?? value;
}

function dayWords(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : clock(iso);
}
