import { concat } from '../../bytes.ts';
import { parseTilePath, tileWidthAt } from '../../ledger/index.ts';
import type { Sql } from '../connect.ts';
import { mapped } from '../error-map.ts';
import { bytesOf } from '../rows.ts';
import { readHeadNote, subtreesOf } from './reads.ts';

const WIDTH = 256;

/** Bytes of a tile (c2sp.org/tlog-tiles): hashes one after the other, or entries with a 16-bit length each. */
export async function readTile(sql: Sql, path: string): Promise<Uint8Array | null> {
  const tile = parseTilePath(path);
  const head = tile === null ? null : await readHeadNote(sql);
  if (tile === null || head === null) return null;
  const level = tile.level === 'entries' ? 0 : tile.level;
  // A tile beyond the signed head does not exist, whatever is stored.
  if (tileWidthAt(head.size, level, tile.index) < tile.width) return null;
  const start = tile.index * WIDTH;
  if (tile.level === 'entries') return entryBundle(sql, start, tile.width);
  return concat(await subtreesOf(sql)(level * 8, start, tile.width));
}

async function entryBundle(sql: Sql, start: number, width: number): Promise<Uint8Array> {
  const rows = await mapped(sql<{ entry: Buffer }[]>`
    select entry from spine.ledger_entry where index >= ${start} order by index limit ${width}`);
  return concat(rows.flatMap(({ entry }) => [uint16BE(entry.length), bytesOf(entry)]));
}

const uint16BE = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 255);
