import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import type { Copies } from './copies.ts';

/** Who content is about, and the copies of content that lie beside the spine. */
@Injectable()
export class ErasureRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Answers how many tags are new. */
  async tag(
    about: { workspace: string; run: string; subject: string; by: string },
    commitments: readonly Uint8Array[],
  ): Promise<number> {
    const rows = await this.sql`
      insert into runseal.subject_tag (workspace, run, subject, commitment, tagged_by)
      select ${about.workspace}, ${about.run}, ${about.subject}, substring(${Buffer.concat(commitments)}::bytea from 32 * n + 1 for 32), ${about.by}
      from generate_series(0, ${commitments.length - 1}::integer) as n
      on conflict do nothing returning 1`;
    return rows.length;
  }

  async tagged(run: string, subject: string): Promise<Uint8Array[]> {
    const rows = await this.sql<{ commitment: Buffer }[]>`
      select commitment from runseal.subject_tag where run = ${run} and subject = ${subject}`;
    return rows.map(({ commitment }) => new Uint8Array(commitment));
  }

  /** Runs of these workspaces (null: all) with content about the subject; at most 1,000. */
  async about(subject: string, workspaces: readonly string[] | null) {
    return this.sql<{ run: string; workspace: string; contents: number }[]>`
      select run, workspace, count(*)::int as contents from runseal.subject_tag
      where subject = ${subject} ${workspaces === null ? this.sql`` : this.sql`and workspace = any(string_to_array(${workspaces.join(',')}, ','))`}
      group by run, workspace order by run limit 1000`;
  }

  /** A tag may itself name somebody: it goes with what it named (32 bytes each). */
  async untagContents(run: string, commitments: readonly Uint8Array[]): Promise<void> {
    await this.sql`delete from runseal.subject_tag where run = ${run} and commitment in (
      select substring(${Buffer.concat(commitments)}::bytea from 32 * n + 1 for 32)
      from generate_series(0, ${commitments.length - 1}::integer) as n)`;
  }

  async untag(run: string, subject: string): Promise<void> {
    await this.sql`delete from runseal.subject_tag where run = ${run} and subject = ${subject}`;
  }

  /**
   * The list and the detail of a run show its goal from a copy: that copy goes where the goal on the record went, and with
   * it salt and digest, by which a goal that can be guessed could be confirmed.
   */
  async redactGoal(run: string): Promise<void> {
    const [row] = await this.sql<{ goal: Buffer }[]>`select goal from runseal.goal where run = ${run}`;
    if (row === undefined) return;
    const {
      stopCondition: _s,
      guidance: _g,
      files: _f,
      verify: _v,
      ...rest
    } = JSON.parse(row.goal.toString('utf8')) as Record<string, unknown>;
    const redacted = Buffer.from(JSON.stringify({ ...rest, objective: '(erased)' }));
    await this.sql`update runseal.goal set goal = ${redacted}, objective = '(erased)', words = null, goal_salt = null,
        goal_hash = sha256(gen_random_uuid()::text::bytea) where run = ${run}`;
  }

  /** Of how a run, and each of these turns, went wrong, the words; the code stays. */
  async redactErrors(run: string, turns: readonly number[]): Promise<void> {
    await this.sql`update runseal.goal set error = '(erased)' where run = ${run} and error is not null`;
    for (const turn of turns)
      await this
        .sql`update runseal.session_turn set error = '(erased)' where run = ${run} and turn = ${turn} and error is not null`;
  }

  /** What people wrote beside their decisions, what was said in turns, and how they went wrong. */
  async redactCopies(run: string, { decisions, turns, failed }: Copies): Promise<void> {
    if (failed.length > 0) await this.redactErrors(run, failed);
    for (const { approval, principal } of decisions)
      await this.sql`select runseal.redact_decision(${run}, ${approval}, ${principal})`;
    for (const turn of turns) await this.sql`select runseal.redact_turn(${run}, ${turn})`;
  }

  /** Every copy there is of a run's content, and every tag on it: all of it went. */
  async redactAll(run: string): Promise<void> {
    await this.sql`delete from runseal.subject_tag where run = ${run}`;
    await this.redactGoal(run);
    await this.redactErrors(run, []);
    await this
      .sql`select runseal.redact_decision(run, approval, principal) from runseal.approval_decision where run = ${run}`;
    await this.sql`select runseal.redact_turn(run, turn) from runseal.session_turn where run = ${run}`;
    await this.sql`select runseal.redact_scopes(${run})`;
  }
}
