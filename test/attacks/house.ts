import { decodeEvent, type Signer, type SpineEvent } from '@runseal/spine';
import { generateSigner } from '@runseal/spine/node';
import {
  connect,
  openLedger,
  openStore,
  type Ledger,
  type SignedHead,
  type Sql,
  type SpineStore,
} from '@runseal/spine/postgres';
import { all } from '../postgres/drafts.ts';
import { testDatabase } from '../postgres/database.ts';
import { honestRun } from './honest-run.ts';
import type { Random } from './random.ts';

/** An installation on a database of its own, and the superuser's way in. */
export interface House {
  readonly store: SpineStore;
  readonly ledger: Ledger;
  readonly signer: Signer;
  /** Superuser. */
  readonly admin: Sql;
  /** What the service connects with. */
  readonly service: Sql;
  readonly adminUrl: string;
  close(): Promise<void>;
}

/** A sealed run, and what an auditor took home while all was well. */
export interface Victim {
  readonly run: string;
  readonly calls: number;
  readonly events: readonly SpineEvent[];
  readonly kept: {
    readonly record: Uint8Array;
    readonly leaves: readonly Uint8Array[];
    readonly receipt: string;
    readonly head: SignedHead;
  };
}

export async function openHouse(): Promise<House> {
  const database = await testDatabase();
  const service = connect(database.serviceUrl, { max: 4 });
  const admin = connect(database.adminUrl, { max: 2 });
  const signer = generateSigner();
  return {
    store: openStore({ sql: service }),
    ledger: openLedger({ sql: service, signer, origin: 'runseal/attacked' }),
    signer,
    admin,
    service,
    adminUrl: database.adminUrl,
    async close() {
      await Promise.all([service.end(), admin.end()]);
      await database.drop();
    },
  };
}

/** Runs, seals and enters into the ledger one honest run. */
export async function sealedRun(house: House, run: string, random: Random): Promise<Victim> {
  const { store, ledger, signer } = house;
  const calls = random.between(3, 14);
  await store.openRun({ run, workspace: 'w' });
  const writer = await store.takeOver(run);
  await writer.append(...honestRun(run, calls, random));
  await writer.seal(signer);
  while ((await ledger.batch()) > 0);
  return takeHome(house, run, calls);
}

/** What an auditor exports. */
export async function takeHome({ store, ledger }: House, run: string, calls: number): Promise<Victim> {
  const rows = await all(store.scan(run));
  return {
    run,
    calls,
    events: rows.map(({ canonical }) => decodeEvent(canonical)),
    kept: {
      record: Buffer.concat(await all(store.record(run))),
      leaves: rows.map(({ leaf }) => leaf),
      receipt: (await ledger.receipt(run))!,
      head: (await ledger.head())!,
    },
  };
}
