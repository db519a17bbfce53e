/** Reads the messages of an answer as it passes: server-sent events as they come, anything else once it is over. */
import { isFields } from '../frames/fields.ts';
import type { Fields } from './protocol.ts';

/** Longest event that is read, in UTF-16 units; a longer one passes to the client all the same, but is not counted. */
const MAX_EVENT = 16 * 1024 * 1024;

export class EventStreamReader {
  readonly #onMessage: (message: Fields) => void;
  readonly #onUnread: (length: number) => void;
  readonly #decoder = new TextDecoder();
  /** The last piece ended in CR: an LF at the beginning of the next belongs to it. */
  #afterReturn = false;
  /** The line that has begun, in the pieces it came in. */
  #line: string[] = [];
  #lineLength = 0;
  #data: string[] = [];
  #dataLength = 0;

  /** `onUnread` is told of what passes without being read, in UTF-16 units. */
  constructor(onMessage: (message: Fields) => void, onUnread: (length: number) => void) {
    this.#onMessage = onMessage;
    this.#onUnread = onUnread;
  }

  /** Never throws. */
  feed(bytes: Uint8Array): void {
    const text = this.#withLineFeeds(this.#decoder.decode(bytes, { stream: true }));
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

  /** A line may end in LF, CR LF or CR alone (HTML Living Standard, 9.2.6). */
  #withLineFeeds(text: string): string {
    if (text === '') return text;
    const rest = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterReturn = text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  #append(piece: string): void {
    this.#lineLength += piece.length;
    if (this.#lineLength <= MAX_EVENT) this.#line.push(piece);
    else this.#onUnread(piece.length);
  }

  #endLine(): void {
    const whole = this.#lineLength <= MAX_EVENT;
    const line = this.#line.join('');
    this.#line = [];
    this.#lineLength = 0;
    if (!whole) return;
    if (line === '') this.#dispatch();
    else if (line.startsWith('data:')) {
      this.#dataLength += line.length;
      if (this.#dataLength <= MAX_EVENT) this.#data.push(line.slice('data:'.length));
      else this.#onUnread(line.length);
    }
  }

  #dispatch(): void {
    const data = this.#data.join('\n');
    this.#data = [];
    this.#dataLength = 0;
    if (!readEach(data, this.#onMessage)) this.#onUnread(data.length);
  }
}

/**
 * Hands over the objects of a JSON text, as {@link messagesIn} finds them. False where it holds anything but those and
 * `[DONE]`, and where one cannot be taken: foreign text may be nested more deeply than its reader can follow.
 */
export function readEach(text: string, take: (message: Fields) => void): boolean {
  const messages = messagesIn(text);
  try {
    messages.forEach(take);
  } catch {
    return false;
  }
  return messages.length > 0 || ['', '[DONE]'].includes(text.trim());
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
