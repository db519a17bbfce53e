/** Paths of tiles (c2sp.org/tlog-tiles): `tile/L/N[.p/W]`, N in three-digit parts, all but the last marked with x. */

export interface TilePath {
  /** 0 to 63, or `entries`. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256 hashes or entries. */
  readonly width: number;
}

export function formatTilePath({ level, index, width }: TilePath): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/gu)!;
  const parts = padded.map((part, i) => (i < padded.length - 1 ? `x${part}` : part));
  return `tile/${level}/${parts.join('/')}${width < 256 ? `.p/${width}` : ''}`;
}

/** @returns null when the path is not one canonical tile path. */
export function parseTilePath(path: string): TilePath | null {
  const match = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/u.exec(path);
  if (!match) return null;
  const tile: TilePath = {
    level: match[1] === 'entries' ? 'entries' : Number(match[1]),
    index: Number(match[2]!.replaceAll(/[x/]/gu, '')),
    width: match[3] === undefined ? 256 : Number(match[3]),
  };
  if (!Number.isSafeInteger(tile.index) || (typeof tile.level === 'number' && tile.level > 63)) return null;
  return formatTilePath(tile) === path ? tile : null;
}

/** How many hashes the tile holds in a log of this size; 0 when it does not exist yet. */
export function tileWidthAt(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / 256 ** level) - index * 256;
  return Math.max(0, Math.min(256, hashes));
}
