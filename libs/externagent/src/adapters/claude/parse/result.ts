/** The line a session ends with. `subtype` may say success where `is_error` says otherwise: then it failed. */
import type { HarnessEvent } from '../../../adapter.ts';
import { countOf, isFields, textOf, type Fields } from '../../../frames/fields.ts';
import { isTerminal } from '../../../frames/failure.ts';
import { usageOf } from './usage.ts';

/** One end, and one event for each try that Claude Code says it denied. */
export function resultEvents(line: Fields): readonly HarnessEvent[] {
  return [endOf(line), ...denials(line['permission_denials'])];
}

function endOf(line: Fields): HarnessEvent {
  const usage = usageOf(line['usage']);
  const session = textOf(line['session_id']);
  const told = { ...(usage === null ? {} : { usage }), ...(session === undefined ? {} : { session }) };
  if (line['is_error'] === false && line['subtype'] === 'success')
    return { kind: 'done', ...cost(line['total_cost_usd']), ...told };
  const text = textOf(line['result']) ?? firstError(line['errors']) ?? `Claude Code ended with ${ending(line)}.`;
  const status = countOf(line['api_error_status']);
  return { kind: 'error', text, terminal: status === null ? isTerminal(text) : isRefusal(status), ...told };
}

/** Asking again would bring the same answer; a time-out (408) and too many requests (429) would not. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

const ending = (line: Fields): string => textOf(line['subtype']) ?? 'an unknown result';

const firstError = (errors: unknown): string | undefined =>
  Array.isArray(errors) ? errors.map(textOf).find((error) => error !== undefined) : undefined;

/** Its own estimate, in US dollars: the record counts whole numbers only, so it stands as text. */
function cost(value: unknown): { text?: string } {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? { text: `cost ${value} USD` } : {};
}

const MAX_DENIALS = 256;

function denials(value: unknown): readonly HarnessEvent[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, MAX_DENIALS)
    .filter(isFields)
    .map((denial) => {
      const item = textOf(denial['tool_use_id']);
      return {
        kind: 'progress' as const,
        text: `permission denied: ${textOf(denial['tool_name']) ?? 'a tool'}`,
        status: 'declined',
        ...(item === undefined ? {} : { item }),
      };
    });
}
