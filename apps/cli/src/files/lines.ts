export interface PlacedLine {
  /** Where it begins in the file, and how many bytes it has there, without its line feed. */
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

/**
 * Lines that come in pieces, without their line feed; the last one may lack it. One line is held at a time, and of one that is
 * longer than `most` bytes nothing: a few words that are no content stand for it.
 */
export async function* placedLines(
  parts: AsyncIterable<Uint8Array>,
  most: number = LONGEST_LINE,
): AsyncGenerator<PlacedLine> {
  let held: Uint8Array[] = [];
  let [at, length] = [0, 0];
  const hold = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > most) held = [];
    else held.push(bytes);
  };
  const line = (): PlacedLine => ({ at, length, bytes: length > most ? TOO_LONG : Buffer.concat(held) });
  for await (const part of parts) {
    let from = 0;
    for (let end = part.indexOf(LINE_FEED); end !== -1; end = part.indexOf(LINE_FEED, from)) {
      hold(part.subarray(from, end));
      yield line();
      at += length + 1;
      [held, length, from] = [[], 0, end + 1];
    }
    if (from < part.length) hold(part.subarray(from));
  }
  if (length > 0) yield line();
}

/** The same as text. */
export async function* linesOf(parts: AsyncIterable<Uint8Array>, most: number = LONGEST_LINE): AsyncGenerator<string> {
  for await (const { bytes } of placedLines(parts, most)) yield Buffer.from(bytes).toString();
}

const LINE_FEED = 0x0a;
/** Far above any line with a content; a text can be twice as long. */
const LONGEST_LINE = 256 * 1024 ** 2;
const TOO_LONG = Buffer.from('a line too long to be held');
