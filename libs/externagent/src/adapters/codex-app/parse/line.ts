/**
 * One line of `codex app-server` on stdio → typed events. Everything here is codex's own claim (tier attested), and the
 * line may be hostile: nothing throws, and every line that is not blank becomes exactly one event.
 */
import type { HarnessEvent } from '../../../adapter.ts';
import { isTerminal } from '../../../frames/failure.ts';
import { countOf, isFields, textOf, type Fields } from '../../../frames/fields.ts';
import { itemEvent } from './item.ts';
import { isKnownMethod } from './methods.ts';
import { usageOf } from './usage.ts';

/**
 * @param line one frame, decoded, without its LF
 * @param bridge name our bridge is registered under: calls to any other MCP server are foreign
 */
export function parseLine(line: string, bridge: string): readonly HarnessEvent[] {
  if (line.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [{ kind: 'progress', unread: 'unparseable' }];
  }
  return [isFields(value) ? eventOf(value, bridge) : { kind: 'progress', unread: 'not_an_object' }];
}

function eventOf(line: Fields, bridge: string): HarnessEvent {
  const method = textOf(line['method']);
  if (method === undefined) return 'id' in line ? answerEvent(line) : UNKNOWN;
  const params = isFields(line['params']) ? line['params'] : {};
  if ('id' in line) return { kind: 'progress', text: `asks for ${method}`, status: 'declined' };
  return notificationEvent(method, params, bridge);
}

const UNKNOWN: HarnessEvent = { kind: 'progress', unread: 'unknown_type' };

function answerEvent({ result, error }: Fields): HarnessEvent {
  if (isFields(error)) return failure(error, 'Codex refused a request.');
  if (!isFields(result)) return UNKNOWN;
  return { kind: 'progress', text: 'answer', ...sessionOf(result['thread']) };
}

function notificationEvent(method: string, params: Fields, bridge: string): HarnessEvent {
  switch (method) {
    case 'thread/started':
      return { kind: 'progress', text: method, ...sessionOf(params['thread']) };
    case 'turn/completed':
      return turnEnd(isFields(params['turn']) ? params['turn'] : {});
    case 'error':
      return errorEvent(params);
    case 'thread/tokenUsage/updated': {
      const usage = usageOf(params['tokenUsage']);
      return usage === null ? { kind: 'progress', text: method } : { kind: 'usage', usage };
    }
    case 'item/started':
    case 'item/completed':
      return isFields(params['item'])
        ? itemEvent(params['item'], method === 'item/completed' ? 'completed' : 'open', bridge)
        : UNKNOWN;
    default:
      return isKnownMethod(method) ? { kind: 'progress', text: method } : UNKNOWN;
  }
}

const sessionOf = (thread: unknown): { session?: string } => {
  const session = isFields(thread) ? textOf(thread['id']) : undefined;
  return session === undefined ? {} : { session };
};

function turnEnd(turn: Fields): HarnessEvent {
  switch (turn['status']) {
    case 'completed':
      return { kind: 'done' };
    case 'interrupted':
      return { kind: 'error', text: 'The turn was interrupted.', terminal: false };
    default:
      return failure(isFields(turn['error']) ? turn['error'] : {}, 'The turn failed.');
  }
}

function errorEvent(params: Fields): HarnessEvent {
  const error = isFields(params['error']) ? params['error'] : {};
  if (params['willRetry'] === true) return { kind: 'progress', text: textOf(error['message']) ?? 'retrying' };
  return failure(error, 'Codex reported an error.');
}

function failure(error: Fields, otherwise: string): HarnessEvent {
  const text = textOf(error['message']) ?? otherwise;
  const status = statusOf(error['codexErrorInfo']);
  return { kind: 'error', text, terminal: status === null ? isTerminal(text) : isRefusal(status) || isTerminal(text) };
}

/** `{"httpConnectionFailed": {"httpStatusCode": 401}}` and the like. */
function statusOf(info: unknown): number | null {
  if (!isFields(info)) return null;
  const inner = Object.values(info).find(isFields);
  return inner === undefined ? null : countOf(inner['httpStatusCode']);
}

/** Asking again would bring the same answer; a time-out (408) and too many requests (429) would not. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
