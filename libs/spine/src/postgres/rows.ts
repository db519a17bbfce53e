/** How rows come back from the driver (bigint as text, bytea as Buffer) and what they are to the rest of the house. */
import type { Content } from '../content.ts';
import type { TierMix } from '../verdicts.ts';
import type { Tier } from '../vocabulary.ts';
import type { Head, StoredEvent } from './store.ts';

export interface HeadRow {
  readonly run: string;
  readonly workspace: string;
  readonly state: 'open' | 'sealed';
  readonly size: string;
  readonly link: Buffer;
  readonly frontier: Buffer;
  readonly fence: string;
  readonly opened_at: Date;
  readonly sealed_at: Date | null;
  readonly root: Buffer | null;
  readonly checkpoint: Buffer | null;
  readonly mix: TierMix | null;
}

export interface EventRow {
  readonly seq: string;
  readonly canonical: Buffer;
  readonly leaf: Buffer;
  readonly link: Buffer;
  readonly type: string;
  readonly tier: Tier;
  readonly time_ns: string;
}

export interface ContentRow {
  readonly commitment: Buffer;
  readonly media: string;
  readonly size: string;
  readonly salt: Buffer | null;
  readonly bytes: Buffer | null;
}

export function headOf(row: HeadRow): Head {
  return {
    run: row.run,
    workspace: row.workspace,
    state: row.state,
    size: Number(row.size),
    link: bytesOf(row.link),
    fence: BigInt(row.fence),
    openedAt: row.opened_at,
    sealedAt: row.sealed_at,
    root: row.root === null ? null : bytesOf(row.root),
    checkpoint: row.checkpoint === null ? null : bytesOf(row.checkpoint),
    mix: row.mix,
  };
}

export function eventOf(row: EventRow): StoredEvent {
  return {
    seq: Number(row.seq),
    canonical: bytesOf(row.canonical),
    leaf: bytesOf(row.leaf),
    link: bytesOf(row.link),
    type: row.type,
    tier: row.tier,
    time: BigInt(row.time_ns),
  };
}

/** null when it was erased. */
export function contentOf(row: ContentRow): Content | null {
  if (row.salt === null || row.bytes === null) return null;
  const ref = { commitment: bytesOf(row.commitment), bytes: Number(row.size), media: row.media };
  return { ref, salt: bytesOf(row.salt), bytes: bytesOf(row.bytes) };
}

/** The peaks of a frontier, largest first. */
export function nodesOf(frontier: Buffer): Uint8Array[] {
  const bytes = bytesOf(frontier);
  return Array.from({ length: bytes.length / 32 }, (_, i) => bytes.slice(32 * i, 32 * i + 32));
}

/** The same memory without Buffer's methods, which differ from Uint8Array's (slice shares, JSON differs). */
export function bytesOf(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
