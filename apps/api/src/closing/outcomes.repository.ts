import type { Head } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import type { Ending } from './ending.ts';
import type { RunFacts } from './run-facts.ts';

type How = Pick<Ending, 'state' | 'errorCode' | 'error'>;

/** What a list shows of a sealed record. */
export interface Account {
  /** What the record can and cannot vouch for, in one sentence. */
  readonly vouches: string;
  readonly facts: RunFacts;
}

/** SQL of how runs end. Written after the spine: the record is the truth, this row only says so. */
export class OutcomesRepository {
  private readonly sql: Sql;
  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** The run ended and its record is sealed. */
  async sealed(head: Head, how: How, { vouches, facts }: Account): Promise<void> {
    const { tiers } = head.mix!;
    const surfaces = Object.keys(facts.gaps);
    await this.sql`
      with nobody as (update runseal.approval set state = 'withdrawn' where run = ${head.run} and state = 'pending')
      update runseal.goal set state = ${how.state}, error_code = ${how.errorCode}, error = ${plain(how.error)}, vouches = ${plain(vouches)},
        sealed_at = ${head.sealedAt}, ended_at = coalesce(ended_at, now()), lease_owner = null, lease_until = null,
        events = ${head.size}, enforced = ${tiers.enforced}, attested = ${tiers.attested}, unobserved = ${tiers.unobserved},
        tools = array(select jsonb_array_elements_text(${JSON.stringify(facts.tools)}::text::jsonb)),
        gap_surfaces = array(select jsonb_array_elements_text(${JSON.stringify(surfaces)}::text::jsonb)),
        gaps = ${JSON.stringify(facts.gaps)}::text::jsonb, native_calls = ${facts.nativeCalls},
        drifted = ${facts.drifted}, harness_version = ${facts.harnessVersion}
      where run = ${head.run}`;
  }

  /** The run ended, but its record could not be sealed; it can be sealed later. */
  async unsealed(run: string, how: How): Promise<void> {
    await this.sql`
      update runseal.goal set state = ${how.state}, error_code = ${how.errorCode}, error = ${plain(how.error)},
        ended_at = coalesce(ended_at, now()), lease_owner = null, lease_until = null
      where run = ${run}`;
  }
}

/** Error texts may quote what a hostile program printed; a text column holds no NUL. */
const plain = (text: string | null): string | null => text?.replaceAll('\0', '\ufffd').slice(0, 4000) ?? null;
