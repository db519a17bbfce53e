/** Holding, erasing, pruning, retention: what people decide about a run after it ended. Every step is on the ledger. */
import { SpineError } from '../errors.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import {
  holdOf,
  pruneOf,
  tombstoneOf,
  type Hold,
  type HoldRow,
  type Prune,
  type PruneRow,
  type Retention,
  type RetentionRow,
  type Tombstone,
  type TombstoneRow,
} from './lifecycle-rows.ts';
import { readRetentionPreview, type RetentionAsked, type RetentionPreview } from './retention-preview.ts';

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
