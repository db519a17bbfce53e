import { z } from 'zod';
import { RunState } from './run.ts';
import { plainText, time } from './text.ts';

const Limit = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

const Verdict = z
  .string()
  .regex(
    /^(unverified|failing|(integrity|completeness|independence|governance|ground_truth|provenance):(pass|fail|warn|absent))$/,
    'must be unverified, failing, or a verdict and its state, such as integrity:fail',
  );

/** What narrows a list of runs. Conditions are all to hold. */
export const RunsFilters = z.strictObject({
  harness: z.string().max(128).optional(),
  model: plainText(1, 128).optional(),
  state: RunState.optional(),
  workspace: z.string().max(63).optional(),
  principal: plainText(1, 128).optional().describe('Who asked for the goal.'),
  share: z
    .enum(['all', 'most', 'less', 'none', 'empty'])
    .optional()
    .describe('How much of the sealed record is enforced: all of it, at least half, less, nothing; or no events.'),
  tool: plainText(1, 128).optional().describe('An action that the sealed run dispatched.'),
  gap: plainText(1, 128).optional().describe('A surface that the sealed run has a gap about.'),
  verdict: Verdict.optional().describe(
    "What this server's last verification found, e.g. integrity:fail; failing: any that failed; unverified: sealed and still here, never verified here.",
  ),
  odd: z
    .enum(['native', 'drift'])
    .optional()
    .describe('Sealed runs with native calls past the waist, or whose harness did not behave as its profile says.'),
  sealed: z.enum(['yes', 'no']).optional().describe('Whether a run that ended is sealed.'),
  since: time().optional().describe('Submitted at this time or later.'),
  until: time().optional().describe('Submitted before this time.'),
  q: plainText(1, 200).optional().describe('Words to find in the objective, or the start of a run id.'),
});

export const RunsQuery = RunsFilters.extend({
  limit: Limit(200, 50),
  cursor: z.string().max(512).optional().describe('nextCursor of the page before.'),
});
export type RunsFilter = z.output<typeof RunsQuery>;

export const RunsExportQuery = RunsFilters.extend({ format: z.enum(['csv', 'jsonl']).default('csv') });
export type RunsExport = z.output<typeof RunsExportQuery>;

export const StreamQuery = z.strictObject({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Last seq already seen; the Last-Event-ID header wins.'),
});
export type StreamStart = z.output<typeof StreamQuery>;

export const CompareQuery = z.strictObject({ left: z.string().max(64), right: z.string().max(64) });
export type Pair = z.output<typeof CompareQuery>;

export const RunParam = z.object({ run: z.string().max(64).describe('Run id.') });
export type RunName = z.output<typeof RunParam>;

export const EventParam = RunParam.extend({ seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
export type EventName = z.output<typeof EventParam>;

export const ContentParam = RunParam.extend({
  commitment: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits, lower case'),
});
export type ContentName = z.output<typeof ContentParam>;
