import { Inject, Injectable } from '@nestjs/common';
import { verifyRecord, type Report } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Policy } from '@runseal/spine/ledger';
import { openTimeStamps, type Ledger, type SpineStore, type TimeStamps } from '@runseal/spine/postgres';
import type { Authority } from '@runseal/spine/time';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { LEDGER, POLICY, SQL, STORE, TIME_AUTHORITY } from '../config/tokens.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { keyHistory } from '../keys/key-history.ts';
import { visibleRun } from '../runs/visible-run.ts';
import { requireSeal } from './records.service.ts';

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
  constructor(
    runs: RunsRepository,
    @Inject(STORE) store: SpineStore,
    @Inject(SQL) sql: Sql,
    @Inject(LEDGER) ledger: Ledger,
    @Inject(POLICY) policy: Policy | null,
    @Inject(TIME_AUTHORITY) authority: Authority | null,
  ) {
    this.runs = runs;
    this.store = store;
    this.sql = sql;
    this.ledger = ledger;
    this.policy = policy;
    this.authority = authority;
    this.stamps = openTimeStamps(sql);
  }

  async verify(auth: Auth, run: string): Promise<Report> {
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    const leaves: Uint8Array[] = [];
    for await (const { leaf } of this.store.scan(run)) leaves.push(leaf);
    const report = await verifyRecord(await this.bytes(run), {
      keyring: await this.keys(),
      evidence: {
        leaves,
        receipt: (await this.ledger.receipt(run)) ?? undefined,
        policy: this.policy ?? undefined,
        timeToken: (await this.stamps.token(run)) ?? undefined,
        timeAnchors: this.authority?.anchors ?? [],
      },
      hasher: nodeHasher,
    });
    await this.runs.verified(
      run,
      report.verdicts.map(({ name, state }) => `${name}:${state}`),
    );
    return report;
  }

  private async bytes(run: string): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of this.store.record(run)) parts.push(part);
    return Buffer.concat(parts);
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
