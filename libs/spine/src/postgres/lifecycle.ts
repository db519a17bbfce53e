/** Holding, erasing, pruning, retention: what people decide about a run after it ended. Every step is on the ledger. */
import { SpineError } from '../errors.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { readRetentionPreview, type RetentionAsked, type RetentionPreview } from './retention-preview.ts';
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

export interface Lifecycle {
  /** `runseal.held` when one stands already, `runseal.run_unknown`. */
  placeHold(run: string, by: string, reason: string): Promise<Hold>;
  /** `runseal.not_held` when none stands. */
  liftHold(run: string, by: string, reason: string): Promise<Hold>;
  holds(run: string): Promise<readonly Hold[]>;
  tombstones(run: string): Promise<readonly Tombstone[]>;
  /** The first request stands. `runseal.held`, `runseal.not_sealed`, `runseal.run_unknown`. */
  requestPrune(run: string, by: string, why: { reason: string; legalBasis: string }): Promise<Prune>;
  /** Removes events and content for ever. `runseal.two_people` for who asked, `runseal.prune_not_requested`, `runseal.held`. */
  confirmPrune(run: string, by: string): Promise<Prune>;
  /** null when nobody asked. */
  prune(run: string): Promise<Prune | null>;
  /** `days` null: no limit any more. */
  setRetention(workspace: string, days: number | null, by: string, reason: string): Promise<void>;
  retentions(): Promise<readonly Retention[]>;
  /** What a policy would do, or does. `runseal.bad_retention`. */
  previewRetention(asked: RetentionAsked): Promise<RetentionPreview>;
  /** Runs with content that a policy says is to go, oldest first; held ones are left out. */
  beyondRetention(limit: number): Promise<readonly { readonly run: string; readonly days: number }[]>;
}

/** On a migrated Postgres, with the connections of the service role. */
export function openLifecycle(sql: Sql): Lifecycle {
  return {
    async placeHold(run, by, reason) {
      const [row] = await mapped(sql<HoldRow[]>`select * from spine.place_hold(${run}, ${by}, ${reason})`);
      return holdOf(row!);
    },
    async liftHold(run, by, reason) {
      const [row] = await mapped(sql<HoldRow[]>`select * from spine.lift_hold(${run}, ${by}, ${reason})`);
      return holdOf(row!);
    },
    async holds(run) {
      const rows = await mapped(sql<HoldRow[]>`select * from spine.hold where run = ${run} order by placed_at, id`);
      return rows.map(holdOf);
    },
    async tombstones(run) {
      const rows = await mapped(sql<TombstoneRow[]>`
        select commitment, media, size, erased_by, erased_reason, erased_basis, erased_at from spine.content
        where run = ${run} and erased_at is not null order by erased_at, commitment`);
      return rows.map(tombstoneOf);
    },
    async requestPrune(run, by, { reason, legalBasis }) {
      const [row] = await mapped(
        sql<PruneRow[]>`select * from spine.request_prune(${run}, ${by}, ${reason}, ${legalBasis})`,
      );
      return pruneOf(row!);
    },
    async confirmPrune(run, by) {
      const [row] = await mapped(sql<PruneRow[]>`select * from spine.confirm_prune(${run}, ${by})`);
      return pruneOf(row!);
    },
    async prune(run) {
      const [row] = await mapped(sql<PruneRow[]>`select * from spine.prune where run = ${run}`);
      return row === undefined ? null : pruneOf(row);
    },
    async setRetention(workspace, days, by, reason) {
      if (days !== null) requireDays(days);
      await mapped(sql`select spine.set_retention(${workspace}, ${days}, ${by}, ${reason})`);
    },
    async retentions() {
      const rows = await mapped(sql<RetentionRow[]>`select * from spine.retention order by workspace`);
      return rows.map(({ workspace, days, set_by, reason, set_at }) => ({
        workspace,
        days,
        setBy: set_by,
        reason,
        setAt: set_at,
      }));
    },
    async previewRetention(asked) {
      requireDays(asked.days);
      return readRetentionPreview(sql, asked);
    },
    beyondRetention: (limit) =>
      mapped(sql<{ run: string; days: number }[]>`select run, days from spine.runs_beyond_retention(${limit})`),
  };
}

function requireDays(days: number): void {
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new SpineError('runseal.bad_retention', 'a retention is a whole number of days, 1 to 36500');
}

interface HoldRow {
  readonly id: string;
  readonly placed_by: string;
  readonly reason: string;
  readonly placed_at: Date;
  readonly lifted_by: string | null;
  readonly lift_reason: string | null;
  readonly lifted_at: Date | null;
}

interface PruneRow {
  readonly requested_by: string;
  readonly reason: string;
  readonly basis: string;
  readonly requested_at: Date;
  readonly confirmed_by: string | null;
  readonly confirmed_at: Date | null;
}

interface TombstoneRow {
  readonly commitment: Buffer;
  readonly media: string;
  readonly size: string;
  readonly erased_by: string;
  readonly erased_reason: string;
  readonly erased_basis: string;
  readonly erased_at: Date;
}

interface RetentionRow {
  readonly workspace: string;
  readonly days: number;
  readonly set_by: string;
  readonly reason: string;
  readonly set_at: Date;
}

const holdOf = (row: HoldRow): Hold => ({
  id: row.id,
  placedBy: row.placed_by,
  reason: row.reason,
  placedAt: row.placed_at,
  liftedBy: row.lifted_by,
  liftReason: row.lift_reason,
  liftedAt: row.lifted_at,
});

const pruneOf = (row: PruneRow): Prune => ({
  requestedBy: row.requested_by,
  reason: row.reason,
  legalBasis: row.basis,
  requestedAt: row.requested_at,
  confirmedBy: row.confirmed_by,
  confirmedAt: row.confirmed_at,
});

const tombstoneOf = (row: TombstoneRow): Tombstone => ({
  commitment: bytesOf(row.commitment),
  media: row.media,
  bytes: Number(row.size),
  by: row.erased_by,
  reason: row.erased_reason,
  legalBasis: row.erased_basis,
  at: row.erased_at,
});
