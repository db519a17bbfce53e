import type { Hasher } from '../../hash.ts';
import type { Signer } from '../../keys.ts';
import { formatSignatureLine, noteKey, NOTE_ED25519, type NoteKey, type NoteSignature } from '../../ledger/index.ts';
import { consistencyProof } from '../../merkle.ts';
import { nodeHasher } from '../../node/hash.ts';
import type { Sql } from '../connect.ts';
import { mapped } from '../error-map.ts';
import { writeBatch } from './batch.ts';
import type { HeadMemory } from './head-memory.ts';
import type { Lag, Ledger } from './ledger.ts';
import { readEntries, readHeadNote, readUnsealed, subtreesOf } from './reads.ts';
import { readReceipt } from './receipt.ts';
import { readTile } from './tile.ts';

export interface LedgerOptions {
  /** Connections of the service role (see `connect`). */
  readonly sql: Sql;
  readonly signer: Pick<Signer, 'publicKey' | 'sign'>;
  /** Name of the log: no spaces, no plus signs. One log has one origin for ever. */
  readonly origin: string;
  /** Default: node:crypto. */
  readonly hasher?: Hasher;
  /** How long one batch may take before its connection is taken for dead, ms. Default 30,000. */
  readonly answerLimit?: number;
  /** What is known of the log outside its database, asked before a head is signed. Default: nothing is. */
  readonly memory?: HeadMemory;
}

/** The ledger on a migrated Postgres. @throws SpineError `runseal.ledger_malformed` for an origin that cannot name a key */
export function openLedger(options: LedgerOptions): Ledger {
  const { sql, signer, origin, hasher = nodeHasher, answerLimit = 30_000, memory = null } = options;
  return {
    origin,
    key: noteKey(origin, NOTE_ED25519, signer.publicKey),
    batch: (restMs = 0) => writeBatch({ sql, signer, origin, hasher, answerLimit, memory }, restMs),
    head: (size) => readHeadNote(sql, size),
    entries: (page) => readEntries(sql, page),
    receipt: (run) => readReceipt(sql, run, hasher),
    consistency: (from, to) => consistencyProof(from, to, subtreesOf(sql), hasher),
    tile: (path) => readTile(sql, path),
    unsealed: (page) => readUnsealed(sql, page),
    lag: () => readLag(sql),
    lastCosigned: (witness) => readLastCosigned(sql, witness),
    cosigned: (size, signature, at) => keepCosignature(sql, size, signature, at),
  };
}

async function readLag(sql: Sql): Promise<Lag> {
  const [row] = await mapped(sql<{ pending: string; since: string | null }[]>`
    select count(*) as pending, min(time_ns) as since from spine.ledger_pending`);
  return {
    pending: Number(row!.pending),
    since: row!.since === null ? null : new Date(Number(BigInt(row!.since) / 1_000_000n)),
  };
}

async function readLastCosigned(sql: Sql, { name, id }: NoteKey): Promise<number> {
  const [row] = await mapped(sql<{ size: string }[]>`
    select size from spine.ledger_cosignature where name = ${name} and key_id = ${id} order by size desc limit 1`);
  return row === undefined ? 0 : Number(row.size);
}

async function keepCosignature(sql: Sql, size: number, signature: NoteSignature, at: number): Promise<void> {
  await mapped(sql`
    select spine.ledger_cosign(${size}, ${signature.name}, ${signature.id}, ${formatSignatureLine(signature)}, ${new Date(at * 1000)})`);
}
