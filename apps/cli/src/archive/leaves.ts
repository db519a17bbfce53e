/** The leaf hashes of the ledger, 32 bytes each: as an archive keeps them, and as the server serves them. */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Frontier, toHex } from '@runseal/spine';
import { formatTilePath } from '@runseal/spine/ledger';
import { nodeHasher } from '@runseal/spine/node';
import { CliError, EXIT } from '../errors.ts';
import { readBytes } from '../files/read.ts';
import { writeEvidence } from '../files/write.ts';
import type { Server } from '../server/server.ts';
import { tileFile } from './folder.ts';

const HASH = 32;
const WIDTH = 256;

export function isLeafAt(leaves: Uint8Array, index: number, leaf: Uint8Array): boolean {
  const at = index * HASH;
  return at >= 0 && at + HASH <= leaves.length && Buffer.compare(leaves.subarray(at, at + HASH), leaf) === 0;
}

/** Hex. */
export function rootOf(leaves: Uint8Array): string {
  const frontier = new Frontier(undefined, { hasher: nodeHasher });
  for (let at = 0; at < leaves.length; at += HASH) frontier.append(leaves.subarray(at, at + HASH));
  return toHex(frontier.root());
}

/** The kept leaf hashes of a ledger of `size` entries. Throws `archive_unreadable`. */
export async function keptLeaves(root: string, size: number): Promise<Uint8Array> {
  const tiles: Uint8Array[] = [];
  for (const { index, width } of tilesUpTo(0, size)) {
    const file = tileFile(root, index, width);
    const bytes = await readBytes(file);
    if (bytes.length !== width * HASH)
      throw new CliError('archive_unreadable', `${file} does not hold ${width} hashes.`, {
        exitCode: EXIT.unreadable,
      });
    tiles.push(bytes);
  }
  return Buffer.concat(tiles, size * HASH);
}

/** What the server says are the leaf hashes of a ledger of `size` entries, those that are kept whole not asked for again. */
export async function servedLeaves(kept: Uint8Array, size: number, server: Server): Promise<Uint8Array> {
  const whole = Math.floor(kept.length / HASH / WIDTH);
  const tiles: Uint8Array[] = [kept.subarray(0, whole * WIDTH * HASH)];
  for (const tile of tilesUpTo(whole, size)) {
    const path = formatTilePath({ level: 0, ...tile }).replace(/^tile\//, '');
    const bytes = await server.tile(path);
    if (bytes.length !== tile.width * HASH)
      throw new CliError('ledger_tile_wrong', `The server's tile ${path} does not hold ${tile.width} hashes.`, {
        exitCode: EXIT.failed,
      });
    tiles.push(bytes);
  }
  return Buffer.concat(tiles);
}

/** Whole tiles are written once; of the last, which grows, only the newest is kept (see `forgetOldTiles`). */
export async function keepLeaves(root: string, before: number, leaves: Uint8Array): Promise<void> {
  for (const { index, width } of tilesUpTo(Math.floor(before / WIDTH), leaves.length / HASH)) {
    const at = index * WIDTH * HASH;
    await writeEvidence(tileFile(root, index, width), once(leaves.subarray(at, at + width * HASH)));
  }
}

/** What a last tile held before the ledger grew, and what an interrupted sync left of it. */
export async function forgetOldTiles(root: string, before: number, size: number): Promise<void> {
  if (before % WIDTH === 0) return;
  const index = Math.floor(before / WIDTH);
  const folder = dirname(tileFile(root, index, before % WIDTH));
  if (size >= (index + 1) * WIDTH) await rm(folder, { recursive: true, force: true });
  else for (const width of await readdir(folder)) if (width !== String(size % WIDTH)) await rm(join(folder, width));
}

function* tilesUpTo(first: number, size: number): Generator<{ index: number; width: number }> {
  for (let index = first; index * WIDTH < size; index++) yield { index, width: Math.min(WIDTH, size - index * WIDTH) };
}

// eslint-disable-next-line @typescript-eslint/require-await -- a source of one piece
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
