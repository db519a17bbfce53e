/** What people decided about a run after it ended, as it is told and as it is stored. */
import { bytesOf } from './rows.ts';

/** A legal hold, standing or lifted. */
export interface Hold {
  readonly id: string;
  readonly placedBy: string;
  readonly reason: string;
  readonly placedAt: Date;
  readonly liftedBy: string | null;
  readonly liftReason: string | null;
  readonly liftedAt: Date | null;
}

/** A run somebody asked to remove; gone once somebody else agreed. */
export interface Prune {
  readonly requestedBy: string;
  readonly reason: string;
  readonly legalBasis: string;
  readonly requestedAt: Date;
  readonly confirmedBy: string | null;
  readonly confirmedAt: Date | null;
}

/** What is left of an erased content. */
export interface Tombstone {
  /** 32 bytes. */
  readonly commitment: Uint8Array;
  readonly media: string;
  readonly bytes: number;
  readonly by: string;
  readonly reason: string;
  readonly legalBasis: string;
  readonly at: Date;
}

export interface Retention {
  readonly workspace: string;
  readonly days: number;
  readonly setBy: string;
  readonly reason: string;
  readonly setAt: Date;
}

export interface HoldRow {
  readonly id: string;
  readonly placed_by: string;
  readonly reason: string;
  readonly placed_at: Date;
  readonly lifted_by: string | null;
  readonly lift_reason: string | null;
  readonly lifted_at: Date | null;
}

export interface PruneRow {
  readonly requested_by: string;
  readonly reason: string;
  readonly basis: string;
  readonly requested_at: Date;
  readonly confirmed_by: string | null;
  readonly confirmed_at: Date | null;
}

export interface TombstoneRow {
  readonly commitment: Buffer;
  readonly media: string;
  readonly size: string;
  readonly erased_by: string;
  readonly erased_reason: string;
  readonly erased_basis: string;
  readonly erased_at: Date;
}

export interface RetentionRow {
  readonly workspace: string;
  readonly days: number;
  readonly set_by: string;
  readonly reason: string;
  readonly set_at: Date;
}

export const holdOf = (row: HoldRow): Hold => ({
  id: row.id,
  placedBy: row.placed_by,
  reason: row.reason,
  placedAt: row.placed_at,
  liftedBy: row.lifted_by,
  liftReason: row.lift_reason,
  liftedAt: row.lifted_at,
});

export const pruneOf = (row: PruneRow): Prune => ({
  requestedBy: row.requested_by,
  reason: row.reason,
  legalBasis: row.basis,
  requestedAt: row.requested_at,
  confirmedBy: row.confirmed_by,
  confirmedAt: row.confirmed_at,
});

export const tombstoneOf = (row: TombstoneRow): Tombstone => ({
  commitment: bytesOf(row.commitment),
  media: row.media,
  bytes: Number(row.size),
  by: row.erased_by,
  reason: row.erased_reason,
  legalBasis: row.erased_basis,
  at: row.erased_at,
});
