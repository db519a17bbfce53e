export interface ServerSentEvent {
  /** Last id seen on the stream, '' before the first. */
  readonly id: string;
  /** `message` unless the server named another. */
  readonly event: string;
  readonly data: string;
}

/** Longest frame taken, in characters: a hostile server cannot make us hold more. */
const MOST_FRAME_CHARS = 16_000_000;

/**
 * Reads server-sent events (WHATWG HTML, 9.2.6) from a response body, however its bytes were cut. Own reading rather
 * than EventSource, because that cannot say at its first connection what was already seen.
 *
 * @param silenceMs how long nothing may come, not even a heartbeat: a connection that a sleep or a network cut off can look open
 * @throws RangeError when one event is longer than 16 million characters
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let frame = emptyFrame('');
  try {
    for (;;) {
      const { value, done } = await within(reader.read(), silenceMs);
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const { lines, remainder } = split(rest, done);
      rest = remainder;
      if (rest.length > MOST_FRAME_CHARS) throw new RangeError('An event of the stream is too long to read.');
      for (const line of lines) {
        if (line !== '') {
          frame = withField(frame, line);
          continue;
        }
        if (frame.data !== null) yield { id: frame.id, event: frame.event, data: frame.data };
        frame = emptyFrame(frame.id);
      }
      // An event that was not ended by an empty line is not whole and is dropped (9.2.6).
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(read: Promise<T>, ms: number): Promise<T> {
  const timer: { id?: ReturnType<typeof setTimeout> } = {};
  const silence = new Promise<never>((_, reject) => {
    timer.id = setTimeout(() => reject(new Error('The server fell silent.')), ms);
  });
  return Promise.race([read, silence]).finally(() => clearTimeout(timer.id));
}

interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: string | null;
}

const emptyFrame = (id: string): Frame => ({ id, event: 'message', data: null });

/** Whole lines, ended by CR LF, LF or CR. A CR at the very end may be half of a CR LF, so it waits. */
function split(text: string, done: boolean): { lines: string[]; remainder: string } {
  const held = !done && text.endsWith('\r') ? '\r' : '';
  const lines = (held === '' ? text : text.slice(0, -1)).split(/\r\n|\n|\r/);
  const remainder = (lines.pop() ?? '') + held;
  return { lines, remainder };
}

function withField(frame: Frame, line: string): Frame {
  const colon = line.indexOf(':');
  if (colon === 0) return frame;
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') return { ...frame, data: frame.data === null ? value : `${frame.data}\n${value}` };
  if (name === 'event') return { ...frame, event: value === '' ? 'message' : value };
  if (name === 'id' && !value.includes('\0')) return { ...frame, id: value };
  return frame;
}
