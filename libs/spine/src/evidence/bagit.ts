/** BagIt 1.0 (RFC 8493): a folder whose manifests name every file with its SHA-256, which `sha256sum -c` checks. */
import { toHex, utf8 } from '../bytes.ts';
import { nobleHasher, type Hasher } from '../hash.ts';

export interface BagFile {
  /** Path within the bag, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file of the payload, as a manifest knows it. */
export interface BagEntry {
  /** Path relative to `data/`, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * What makes a folder with a payload under `data/` a bag: its manifest and the tag files.
 *
 * @param info lines of bag-info.txt (RFC 8493 2.2.2), label and value
 */
export function bagTags(
  payload: readonly BagEntry[],
  info: readonly (readonly [label: string, value: string])[],
  hasher: Hasher = nobleHasher,
): BagFile[] {
  const oxum = `${payload.reduce((sum, { bytes }) => sum + bytes, 0)}.${payload.length}`;
  const tags: BagFile[] = [
    text('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
    text('bag-info.txt', [...info, ['Payload-Oxum', oxum] as const].map(infoLine).join('')),
    text('manifest-sha256.txt', payload.map(({ path, sha256 }) => manifestLine(`data/${path}`, sha256)).join('')),
  ];
  const digests = tags.map(({ path, bytes }) => manifestLine(path, toHex(hasher.sha256(bytes))));
  return [...tags, text('tagmanifest-sha256.txt', digests.join(''))];
}

const manifestLine = (path: string, sha256: string): string => `${sha256}  ${escapedPath(path)}\n`;

/** RFC 8493 2.1.3: CR, LF and the percent sign itself are percent-encoded. */
const escapedPath = (path: string): string =>
  path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A value is one line: whatever came from outside must not add a label of its own. */
const infoLine = ([label, value]: readonly [string, string]): string =>
  `${label}: ${value.replaceAll(/[\r\n]+/gu, ' ')}\n`;

const text = (path: string, content: string): BagFile => ({ path, bytes: utf8(content) });
