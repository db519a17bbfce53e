/** Bounded text: nothing an action answers may grow without limit, and what is missing is said. */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8');

export interface Bounded {
  /** At most the bytes asked for, well-formed UTF-16. */
  readonly text: string;
  readonly truncated: boolean;
}

/** Keeps the beginning of a text. A text that was cut ends with a line that says how many bytes are missing. */
export function boundText(text: string, maxBytes: number): Bounded {
  const bytes = encoder.encode(text);
  if (bytes.length <= maxBytes) return { text: text.toWellFormed(), truncated: false };
  const room = Math.max(0, maxBytes - closingLine(bytes.length, bytes.length).length);
  const kept = cutAtCharacter(bytes, room);
  return {
    text: decoder.decode(bytes.subarray(0, kept)) + closingLine(bytes.length - kept, bytes.length),
    truncated: true,
  };
}

/** What a bounded text ends with. */
export function closingLine(missing: number, total: number): string {
  return `\n[${missing} of ${total} bytes are missing here]`;
}

/** Collects a stream's bytes: the first half and the last half of `maxBytes`; only counts what lies between. */
export class HeadAndTail {
  readonly #headRoom: number;
  readonly #tailRoom: number;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #total = 0;

  constructor(maxBytes: number) {
    this.#headRoom = Math.ceil(maxBytes / 2);
    this.#tailRoom = Math.floor(maxBytes / 2);
  }

  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const intoHead = Math.min(chunk.length, this.#headRoom - this.#headBytes);
    if (intoHead > 0) {
      this.#head.push(chunk.slice(0, intoHead));
      this.#headBytes += intoHead;
    }
    if (intoHead < chunk.length) this.#pushTail(chunk.subarray(intoHead));
  }

  #pushTail(chunk: Uint8Array): void {
    const kept = chunk.slice(Math.max(0, chunk.length - this.#tailRoom));
    this.#tail.push(kept);
    this.#tailBytes += kept.length;
    // Joined only when twice the room is used, so that many small chunks cost linear time.
    if (this.#tailBytes > 2 * this.#tailRoom || this.#tail.length > 1024) this.#trimTail();
  }

  #trimTail(): void {
    const joined = Buffer.concat(this.#tail);
    const kept = joined.subarray(Math.max(0, joined.length - this.#tailRoom));
    this.#tail = [kept];
    this.#tailBytes = kept.length;
  }

  /** The text, with a line in the middle that says what is missing. Bytes that are not UTF-8 become U+FFFD. */
  text(): Bounded {
    this.#trimTail();
    const missing = this.#total - this.#headBytes - this.#tailBytes;
    const head = decoder.decode(Buffer.concat(this.#head));
    const tail = decoder.decode(Buffer.concat(this.#tail));
    if (missing === 0) return { text: decoder.decode(Buffer.concat([...this.#head, ...this.#tail])), truncated: false };
    return { text: `${head}${closingLine(missing, this.#total)}\n${tail}`, truncated: true };
  }
}

/** The longest prefix of at most `room` bytes that does not end inside a character. */
function cutAtCharacter(bytes: Uint8Array, room: number): number {
  let end = Math.min(room, bytes.length);
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return end;
}
