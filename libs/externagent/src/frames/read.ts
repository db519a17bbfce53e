/** From a frame to what its CLI says in it. */
import type { Adapter, HarnessEvent } from '../adapter.ts';
import type { Frame } from './split.ts';

/** Why a frame could not be read in full; each becomes a gap on the surface `frames`. */
export type FrameFault = 'line_too_long' | 'invalid_utf8' | 'unparseable' | 'unknown_type' | 'not_an_object';

export interface ReadFrame {
  readonly frame: Frame;
  /** At least one. */
  readonly events: readonly HarnessEvent[];
  readonly faults: readonly FrameFault[];
}

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const leniently = new TextDecoder('utf-8', { ignoreBOM: true });

/** null for a blank line, which carries nothing. An adapter that throws is treated as one that could not read the line. */
export function readFrame(frame: Frame, adapter: Pick<Adapter, 'parse'>): ReadFrame | null {
  if (frame.line === null) return { frame, events: [{ kind: 'progress' }], faults: ['line_too_long'] };
  const { text, valid } = decode(frame.line);
  // Blank is spaces only: U+2028 and the like are content, however odd.
  if (/^[ \t\r]*$/.test(text)) return null;
  const events = parse(adapter, text);
  const unread = events.map((event) => event.unread).filter((fault) => fault !== undefined);
  return { frame, events, faults: [...new Set<FrameFault>([...(valid ? [] : ['invalid_utf8' as const]), ...unread])] };
}

function decode(line: Uint8Array): { text: string; valid: boolean } {
  try {
    return { text: strictly.decode(line), valid: true };
  } catch {
    return { text: leniently.decode(line), valid: false };
  }
}

function parse(adapter: Pick<Adapter, 'parse'>, text: string): readonly HarnessEvent[] {
  try {
    const events = adapter.parse(text);
    if (events.length > 0) return events;
  } catch {
    // The contract says parse never throws. A line that breaks an adapter all the same is kept like any unread line.
  }
  return [{ kind: 'progress', unread: 'unparseable' }];
}
