import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { fromHex } from '@runseal/spine';
import { contentOnLine, readContents } from './contents.ts';
import { placedLines } from './lines.ts';
import { Places, type Place } from './places.ts';
import { pieces } from './read.ts';

/** Contents of a record while it is asked: none is believed, and a missing file has none. */
export interface ContentSource {
  /** Has to be awaited before the first one is read. */
  ready(): Promise<void>;
  /** By commitment (hex); undefined where it is not at hand. */
  bytesOf(commitment: string): Uint8Array | undefined;
  close(): void;
}

/** The contents in a file as `readContents` reads it, which a pipe can be too: that is read once, and held. */
export function contentSource(file: string): ContentSource {
  return existsSync(file) && !statSync(file).isFile() ? new HeldContents(file) : new ContentFile(file);
}

class HeldContents implements ContentSource {
  readonly #file: string;
  #contents: ReadonlyMap<string, Uint8Array> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  async ready(): Promise<void> {
    this.#contents ??= await readContents(this.#file);
  }

  bytesOf(commitment: string): Uint8Array | undefined {
    return this.#contents?.get(commitment);
  }

  close(): void {
    this.#contents = null;
  }
}

/** Holds where in the file each content stands, and none of them: it is read, and checked again, when it is asked for. */
class ContentFile implements ContentSource {
  readonly #file: string;
  #places: Places | null = null;
  #open: number | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  async ready(): Promise<void> {
    if (this.#places !== null) return;
    const places = new Places();
    if (existsSync(this.#file))
      for await (const { at, length, bytes } of placedLines(pieces(this.#file))) {
        const content = contentOnLine(textOf(bytes));
        if (content !== null) places.add(fromHex(content.commitment), { at, length });
      }
    this.#places = places;
  }

  bytesOf(commitment: string): Uint8Array | undefined {
    const place = this.#places?.find(fromHex(commitment));
    if (place === undefined) return undefined;
    this.#open ??= openSync(this.#file, 'r');
    const content = contentOnLine(textOf(readAt(this.#open, place)));
    return content?.commitment === commitment ? content.bytes : undefined;
  }

  close(): void {
    if (this.#open !== null) closeSync(this.#open);
    this.#open = null;
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

function readAt(open: number, { at, length }: Place): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length;) {
    const more = readSync(open, bytes, read, length - read, at + read);
    // Shorter than it was: what is there is judged like any line.
    if (more === 0) break;
    read += more;
  }
  return bytes;
}
