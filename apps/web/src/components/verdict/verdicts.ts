/** The six verdicts in the order they are always shown, with the question each answers. */
export const VERDICTS = [
  'integrity',
  'completeness',
  'independence',
  'governance',
  'ground_truth',
  'provenance',
] as const;
export type VerdictName = (typeof VERDICTS)[number];

/** What a cell can show: the four states of verification, and two for before it. */
export type VerdictState = 'pass' | 'fail' | 'warn' | 'absent' | 'unchecked' | 'checking';

export const VERDICT_WORDS: Readonly<Record<VerdictName, { title: string; question: string }>> = {
  integrity: { title: 'Integrity', question: 'Are these exactly the bytes that were sealed, by a key you trust?' },
  completeness: { title: 'Completeness', question: 'Is every event from the first to the seal here?' },
  independence: { title: 'Independence', question: 'Does anybody besides the operator vouch for the seal?' },
  governance: { title: 'Governance', question: 'Was every action admitted before it ran?' },
  ground_truth: { title: 'Ground truth', question: 'Does a check, not the agent, back the outcome?' },
  provenance: { title: 'Provenance', question: 'Does the record state truly how it knows what it says?' },
};

export const STATE_WORDS: Readonly<Record<VerdictState, string>> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warning',
  absent: 'absent',
  unchecked: 'not checked here yet',
  checking: 'checking …',
};
