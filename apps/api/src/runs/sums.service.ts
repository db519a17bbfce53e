import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Sums, SumsAsked } from '../wire/sums.ts';
import { MOST_COUNTED, SumsRepository, type DayRow, type HarnessRow, type RemovedRow } from './sums.repository.ts';

const DAY_MS = 86_400_000;

@Injectable()
export class SumsService {
  private readonly repository: SumsRepository;
  constructor(repository: SumsRepository) {
    this.repository = repository;
  }

  /** Sums over the runs sealed in the last so many UTC days, today among them. */
  async show(auth: Auth, { days }: SumsAsked): Promise<z.output<typeof Sums>> {
    const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const [byDay, byHarness, gaps, removed, attention] = await Promise.all([
      this.repository.days(auth, since),
      this.repository.harnesses(auth, since),
      this.repository.gaps(auth, since),
      this.repository.removed(auth, since),
      this.repository.attention(auth),
    ]);
    return {
      since,
      days: byDay.map((row) => ({
        day: row.day,
        runs: row.runs,
        removed: sumOf(removed.filter(({ day }) => day === row.day)),
        tiers: tiersOf(row),
      })),
      harnesses: byHarness.map((row) => ({
        harness: row.harness,
        kind: row.kind,
        versions: [...(row.versions ?? [])],
        runs: row.runs,
        removed: sumOf(removed.filter(({ harness }) => harness === row.harness)),
        failed: row.failed,
        halted: row.halted,
        tiers: tiersOf(row),
        nativeCalls: row.native_calls,
        drifted: row.drifted,
        gaps: gaps
          .filter(({ harness }) => harness === row.harness)
          .map(({ surface, runs, gaps: many }) => ({ surface, runs, gaps: many })),
      })),
      attention: { ...attention, most: MOST_COUNTED },
    };
  }
}

const sumOf = (rows: readonly RemovedRow[]): number => rows.reduce((sum, { runs }) => sum + runs, 0);

const tiersOf = ({ enforced, attested, unobserved }: DayRow | HarnessRow) => ({ enforced, attested, unobserved });
