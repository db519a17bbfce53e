/** Reads the messages of an answer as it passes: server-sent events as they come, anything else once it is over. */
import { isFields } from '../frames/fields.ts';
import type { Fields } from './protocol.ts';

/** Longest event that is read, in UTF-16 units; a longer one passes to the client all the same, but is not counted. */
const MAX_EVENT = 16 * 1024 * 1024;

export class EventStreamReader {
  readonly #onMessage: (message: Fields) => void;
  readonly #decoder = new TextDecoder();
  /** The line that has begun, in the pieces it came in. */
  #line: string[] = [];
  #lineLength = 0;
  #data: string[] = [];
  #dataLength = 0;

  constructor(onMessage: (message: Fields) => void) {
    this.#onMessage = onMessage;
  }

  /** Never throws. */
  feed(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#append(text.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#append(text.slice(from));
  }

  /** A stream may end without the blank line that ends its last event. */
  end(): void {
    this.#endLine();
    this.#dispatch();
  }

  #append(piece: string): void {
    this.#lineLength += piece.length;
    if (this.#lineLength <= MAX_EVENT) this.#line.push(piece);
  }

  #endLine(): void {
    const whole = this.#lineLength <= MAX_EVENT;
    const line = this.#line.join('').replace(/\r$/, '');
    this.#line = [];
    this.#lineLength = 0;
    if (!whole) return;
    if (line === '') this.#dispatch();
    else if (line.startsWith('data:')) {
      this.#dataLength += line.length;
      if (this.#dataLength <= MAX_EVENT) this.#data.push(line.slice('data:'.length));
    }
  }

  #dispatch(): void {
    const data = this.#data.join('\n');
    this.#data = [];
    this.#dataLength = 0;
    for (const message of messagesIn(data)) this.#onMessage(message);
  }
}

/** The objects of a JSON text: itself, or the elements of a list. None where it is no JSON, as `[DONE]` is none. */
export function messagesIn(text: string): readonly Fields[] {
  if (text.trim() === '') return [];
  try {
    const value = JSON.parse(text) as unknown;
    return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isFields);
  } catch {
    return [];
  }
}
