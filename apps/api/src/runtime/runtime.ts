import { createSandbox, permissionTools, workspaceTools, type Sandbox, type Tool } from '@runseal/dispatch';
import {
  claudeAdapter,
  codexAdapter,
  codexAppAdapter,
  externalDriver,
  geminiAdapter,
  opencodeAdapter,
  referenceAdapter,
} from '@runseal/externagent';
import { chatDriver, createDriverRegistry, echoDriver, type DriverRegistry } from '@runseal/harness';
import { fileSigner, socketSigner } from '@runseal/spine/node';
import type { Policy } from '@runseal/spine/ledger';
import type { Authority } from '@runseal/spine/time';
import { openLedger, openStore, type Ledger, type SpineStore, type Sql } from '@runseal/spine/postgres';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { probesOf, type Probes } from '../harnesses/probes.ts';
import { connectService } from '../database/connect-service.ts';
import { migrateAll } from '../database/migrations.ts';
import { checkSettingsHeld } from '../database/settings-held.ts';
import { KEPT_HEAD, KeptHead } from '../ledger/kept-head.ts';
import { readPolicy } from '../ledger/policy-file.ts';
import { driverOfGiven, givenHarnesses } from '../remotes/given-harnesses.ts';
import { hostToolsOf, type HostTools } from '../remotes/host-tools.ts';
import { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import { RemotesRepository } from '../remotes/remotes.repository.ts';
import { authorityOf } from '../time/authority-of.ts';
import { dataFolder } from './data-folder.ts';
import { installationId, originOf, publishKey, type Installation } from '../installation/installation.ts';

/** What the API and the worker both stand on. */
export interface Runtime {
  readonly config: Config;
  readonly log: Logger;
  readonly sql: Sql;
  readonly store: SpineStore;
  readonly installation: Installation;
  readonly ledger: Ledger;
  /** The newest head of the ledger that was seen, outside the database. */
  readonly keptHead: KeptHead;
  /** Whose cosignatures count, and how many; null without a policy. */
  readonly policy: Policy | null;
  /** Who stamps seals with a time; null: nobody. */
  readonly timeAuthority: Authority | null;
  readonly registry: DriverRegistry;
  readonly tools: readonly Tool[];
  /** Harnesses that run elsewhere: given at start-up, or registered since. */
  readonly remotes: RemoteHarnesses;
  readonly sandbox: Sandbox;
  readonly probes: Probes;
  close(): Promise<void>;
}

/** Migrates, connects as the service, finds the signing key, and says what can drive a run. */
export async function openRuntime(config: Config, log: Logger, name: string, hostTools?: HostTools): Promise<Runtime> {
  // Before anything is opened: what cannot be built must stop the start, not a call that people have approved.
  const given = await givenHarnesses(config, hostToolsOf(config, hostTools));
  const { applied, limitsTransactions } = await migrateAll(config.databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'schema brought up to date');
  const sql = connectService(config, name, limitsTransactions);
  try {
    await checkSettingsHeld(sql);
    const dataDir = await dataFolder(config.dataDir);
    const sandbox = createSandbox();
    const installation = await installationOf(sql, dataDir, config.signerSocket, log);
    const { origin, signer } = installation;
    const keptHead = new KeptHead(join(dataDir, KEPT_HEAD), origin);
    return {
      config: { ...config, dataDir },
      log,
      sql,
      store: openStore({ sql, patience: config.storePatienceMs }),
      installation,
      ledger: openLedger({ sql, signer, origin, memory: keptHead }),
      keptHead,
      policy: await readPolicy(config.witnessPolicy),
      timeAuthority: await authorityOf(config),
      registry: createDriverRegistry([
        echoDriver(),
        chatDriver(),
        externalDriver(referenceAdapter(), sandbox),
        externalDriver(codexAdapter(), sandbox),
        externalDriver(codexAppAdapter(), sandbox),
        externalDriver(claudeAdapter(), sandbox),
        externalDriver(opencodeAdapter(), sandbox),
        externalDriver(geminiAdapter(), sandbox),
        ...given.map(driverOfGiven),
      ]),
      tools: [...workspaceTools(), ...permissionTools()],
      remotes: new RemoteHarnesses(given, new RemotesRepository(sql), config),
      sandbox,
      probes: probesOf({ sandbox, env: config.env, folder: join(dataDir, 'profiles') }),
      close: () => sql.end({ timeout: 5 }),
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

async function installationOf(
  sql: Sql,
  dataDir: string,
  signerSocket: string | null,
  log: Logger,
): Promise<Installation> {
  const id = await installationId(sql);
  const signer =
    signerSocket === null
      ? fileSigner(join(dataDir, 'keys', 'seal.pem'), { ifMissing: 'create' })
      : await socketSigner(signerSocket);
  const installation = { id, origin: originOf(id), signer };
  if (await publishKey(sql, installation))
    log.warn(
      { code: 'new_key', keyId: signer.keyId },
      'a new key seals from now on; if you did not rotate it, this data directory is not the one it was',
    );
  return installation;
}
