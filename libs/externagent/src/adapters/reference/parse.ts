/** Reads the reference harness's output lines. Total: any text in, at least one event for a line that is not blank. */
import type { HarnessEvent } from '../../adapter.ts';
import { isRecord } from '../../bridge/exchange.ts';

export function parseReferenceLine(line: string): readonly HarnessEvent[] {
  if (line.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [{ kind: 'progress', unread: 'unparseable' }];
  }
  return [isRecord(value) ? eventOf(value) : { kind: 'progress', unread: 'not_an_object' }];
}

function eventOf(line: Record<string, unknown>): HarnessEvent {
  switch (line['type']) {
    case 'start':
    case 'call':
      return { kind: 'progress', ...textAt(line, 'tool') };
    case 'result':
      return {
        kind: 'bridge_call',
        server: 'runseal',
        ...textAt(line, 'tool'),
        ...textAt(line, 'status'),
        ...(typeof line['id'] === 'string' ? { callId: line['id'] } : {}),
        args: line['args'],
      };
    case 'text':
      return { kind: 'text', ...textAt(line, 'text') };
    case 'error':
      return { kind: 'error', ...textAt(line, 'text'), terminal: true };
    case 'done':
      return { kind: 'done' };
    default:
      return { kind: 'progress', unread: 'unknown_type' };
  }
}

function textAt<K extends 'text' | 'tool' | 'status'>(
  line: Record<string, unknown>,
  key: K,
): Partial<Record<K, string>> {
  const value = line[key];
  // The compiler does not see that a computed key of type K makes a record of K.
  return typeof value === 'string' ? ({ [key]: value } as Record<K, string>) : {};
}
