import type { Sql, TransactionSql } from 'postgres';
import { codeOf } from '../problem/code-of.ts';

/** Milliseconds each of the first two ways gets. Where it is right it takes a few. */
const BUDGET_MS = 80;
const CANCELLED = '57014';

/** Ways to read a page of a list: as the planner likes; along the order, dropping what does not match; matches first, then sorted. */
const WAYS = [
  { off: [], budget: BUDGET_MS },
  { off: ['enable_bitmapscan', 'enable_seqscan', 'enable_sort'], budget: BUDGET_MS },
  { off: ['enable_indexscan', 'enable_indexonlyscan', 'enable_seqscan'], budget: null },
] as const;

/**
 * Reads a page of a narrowed list. Walking the order is quick where matches are frequent, collecting and sorting them where
 * they are rare, and each takes as long as there are runs where the other is right. The planner guesses which; when its
 * guess does not end soon, the walk is tried, and when that does not end soon either, matches are rare.
 */
export async function withinBudget<T>(sql: Sql, read: (tx: TransactionSql) => Promise<T>): Promise<T> {
  let cut: unknown;
  for (const { off, budget } of WAYS) {
    try {
      return (await sql.begin(async (tx) => {
        await tx`select set_config(name, 'off', true) from unnest(string_to_array(${off.join(',')}, ',')) name`;
        if (budget !== null) await tx`select set_config('statement_timeout', ${String(budget)}, true)`;
        return read(tx);
      })) as T;
    } catch (error) {
      if (codeOf(error) !== CANCELLED) throw error;
      cut = error;
    }
  }
  throw cut;
}
