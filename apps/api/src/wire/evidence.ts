import { z } from 'zod';
import { plainText } from './text.ts';

export const FindingView = z.object({
  code: z.string(),
  seq: z.int().nullable(),
  column: z.string().nullable(),
  sentence: z.string(),
});

/** What the database stores of a run, held against the run's own bytes. No verification: that is done elsewhere. */
export const AuditView = z.object({
  run: z.string(),
  state: z.enum(['open', 'sealed']),
  pruned: z.boolean(),
  events: z.int(),
  contents: z.int(),
  findings: z.array(FindingView).describe('At most 100, in the order of the run.'),
  found: z.int().describe('How many there are in all.'),
});

export const AskQuery = z.strictObject({
  q: plainText(1, 2000).describe(
    'e.g. "tool:workspace_write called", "path:src/a.ts touched", "host:example.org reached".',
  ),
});
export type Asked = z.output<typeof AskQuery>;

export const AnswerView = z.object({
  run: z.string(),
  question: z.string(),
  answer: z.enum(['yes', 'no_within_observed', 'cannot_say']),
  strength: z.enum(['enforced', 'attested']).nullable(),
  sentence: z.string(),
  events: z.array(z.int()).describe('Events that carry the answer, at most 100.'),
  blindSpots: z.array(z.object({ surface: z.string(), seq: z.int().nullable(), reason: z.string() })),
});
