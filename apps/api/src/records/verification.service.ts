import { Inject, Injectable } from '@nestjs/common';
import { packedLeaves, verifyRecordStream, type Report } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Policy } from '@runseal/spine/ledger';
import {
  openLifecycle,
  openTimeStamps,
  readLeaves,
  type Ledger,
  type Lifecycle,
  type SpineStore,
  type TimeStamps,
} from '@runseal/spine/postgres';
import type { Authority } from '@runseal/spine/time';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { LEDGER, POLICY, SQL, STORE, TIME_AUTHORITY } from '../config/tokens.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { Turns } from '../evidence/turns.ts';
import { keyHistory } from '../keys/key-history.ts';
import { visibleRun } from '../runs/visible-run.ts';
import { requireKept, requireSeal } from './records.service.ts';

/** The server's own verdicts, over exactly the bytes it exports. Convenience: an auditor verifies elsewhere. */
@Injectable()
export class VerificationService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly sql: Sql;
  private readonly ledger: Ledger;
  private readonly policy: Policy | null;
  private readonly authority: Authority | null;
  private readonly stamps: TimeStamps;
  private readonly turns: Turns;
  private readonly lifecycle: Lifecycle;
  constructor(
    runs: RunsRepository,
    turns: Turns,
    @Inject(STORE) store: SpineStore,
    @Inject(SQL) sql: Sql,
    @Inject(LEDGER) ledger: Ledger,
    @Inject(POLICY) policy: Policy | null,
    @Inject(TIME_AUTHORITY) authority: Authority | null,
  ) {
    this.runs = runs;
    this.turns = turns;
    this.store = store;
    this.sql = sql;
    this.ledger = ledger;
    this.policy = policy;
    this.authority = authority;
    this.stamps = openTimeStamps(sql);
    this.lifecycle = openLifecycle(sql);
  }

  async verify(auth: Auth, run: string, signal: AbortSignal): Promise<Report> {
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    await requireKept(this.lifecycle, run);
    const report = await this.turns.take(auth.principal, signal, () => this.judge(run, signal));
    await this.runs.verified(
      run,
      report.verdicts.map(({ name, state }) => `${name}:${state}`),
    );
    return report;
  }

  /** The record goes by piece by piece. Leaf hashes are only held where there is a fault for them to place. */
  private async judge(run: string, signal: AbortSignal): Promise<Report> {
    const options = {
      keyring: await this.keys(),
      evidence: {
        receipt: (await this.ledger.receipt(run)) ?? undefined,
        policy: this.policy ?? undefined,
        timeToken: (await this.stamps.token(run)) ?? undefined,
        timeAnchors: this.authority?.anchors ?? [],
      },
      hasher: nodeHasher,
      signal,
    };
    const report = await verifyRecordStream(this.store.record(run), options);
    if (report.verdicts[0]?.state !== 'fail') return report;
    const pieces: Uint8Array[] = [];
    for await (const piece of readLeaves(this.sql, run)) pieces.push(piece);
    const evidence = { ...options.evidence, leaves: packedLeaves(pieces) };
    return verifyRecordStream(this.store.record(run), { ...options, evidence });
  }

  private async keys() {
    const rows = await this.sql<
      { key_id: string; public_key: Buffer }[]
    >`select key_id, public_key from runseal.signing_key`;
    const history = await keyHistory(this.sql);
    return rows.map((row) => {
      const compromised = history.get(row.key_id)?.compromisedAt?.getTime();
      return {
        keyId: row.key_id,
        publicKey: new Uint8Array(row.public_key),
        ...(compromised === undefined ? {} : { compromisedAt: compromised }),
      };
    });
  }
}
