import type { Amounts, Budget } from '@runseal/dispatch';
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

/** A pool as the budget of one run. Reserving and settling are one statement each, so runs on many workers share it safely. */
export function poolBudget(sql: Sql, of: { workspace: string; pool: string; run: string }): Budget {
  return {
    async reserve(amounts) {
      const hold = randomUUID();
      const [row] = await sql<{ reserve: boolean }[]>`
        select runseal.reserve(${of.workspace}, ${of.pool}, ${hold}, ${of.run}, ${amounts.calls}, ${amounts.tokens}, ${amounts.costMicros})`;
      if (row?.reserve !== true) return null;
      return {
        settle: async (used: Amounts) => {
          await sql`
            select runseal.settle(${of.workspace}, ${of.pool}, ${hold}, ${used.calls}, ${used.tokens}, ${used.costMicros})`;
        },
      };
    },
  };
}

/** What a worker that went away still held counts as used: it is not known what it did with it. */
export async function settleLeftHolds(sql: Sql, run: string): Promise<void> {
  await sql`
    select runseal.settle(workspace, pool, hold, calls, tokens, cost) from runseal.budget_hold where run = ${run}`;
}
