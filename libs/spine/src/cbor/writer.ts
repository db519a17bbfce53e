/** A growing byte buffer that writes CBOR heads in their shortest form (RFC 8949, sections 3 and 4.2.1). */
export class CborWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  /** Writes into `memory`, or so many new bytes, and beyond it as it must. */
  constructor(memory: Uint8Array<ArrayBuffer> | number = 512) {
    this.#bytes = typeof memory === 'number' ? new Uint8Array(memory) : memory;
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
  }

  /** A head: major type 0-7 and its argument, a non-negative integer below 2^64. */
  head(major: number, argument: number | bigint): void {
    this.#room(9);
    const first = major << 5;
    if (argument < 24) {
      this.#bytes[this.#length++] = first | Number(argument);
    } else if (argument < 0x100) {
      this.#bytes[this.#length++] = first | 24;
      this.#bytes[this.#length++] = Number(argument);
    } else if (argument < 0x1_0000) {
      this.#bytes[this.#length] = first | 25;
      this.#view.setUint16(this.#length + 1, Number(argument));
      this.#length += 3;
    } else if (argument < 0x1_0000_0000) {
      this.#bytes[this.#length] = first | 26;
      this.#view.setUint32(this.#length + 1, Number(argument));
      this.#length += 5;
    } else {
      this.#bytes[this.#length] = first | 27;
      this.#view.setBigUint64(this.#length + 1, BigInt(argument));
      this.#length += 9;
    }
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  raw(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#room(length);
    if (length > SHORT_BYTES) this.#bytes.set(bytes, this.#length);
    else for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = bytes[i]!;
    this.#length += length;
  }

  /** Writes a text that is all ASCII, without its head, and says whether it was; if not, nothing is written. */
  ascii(text: string): boolean {
    const { length } = text;
    this.#room(length);
    if (length > SHORT_TEXT) {
      // What is not ASCII takes more bytes than it has letters, and then does not fit.
      const { read, written } = utf8.encodeInto(text, this.#bytes.subarray(this.#length, this.#length + length));
      if (read !== length || written !== length) return false;
      this.#length += length;
      return true;
    }
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      this.#bytes[this.#length + i] = code;
    }
    this.#length += length;
    return true;
  }

  /** Takes back what was written from `length` on. */
  rewind(length: number): void {
    this.#length = length;
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** What was written, without copying it: the writer is not to be used again. */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

let spare: CborWriter | null = new CborWriter();
/** A writer that grew beyond this many bytes is not kept. */
const KEPT = 64 * 1024;

/** A copy of what `write` writes. The same writer serves again and again, for its memory costs more than the writing. */
export function written(write: (writer: CborWriter) => void): Uint8Array {
  // None is spare while a value that is being written asks for another to be written.
  const writer = spare ?? new CborWriter();
  spare = null;
  try {
    write(writer);
    return writer.finish();
  } finally {
    if (writer.length <= KEPT) spare = writer;
    writer.rewind(0);
  }
}

const utf8 = new TextEncoder();
/** Up to these lengths a loop is faster than a call of `set`, or of `encodeInto`. */
const SHORT_BYTES = 24;
const SHORT_TEXT = 32;
