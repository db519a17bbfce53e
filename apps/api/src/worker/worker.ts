import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { APPROVAL_CHANNEL } from '../approvals/approvals.repository.ts';
import { Desks } from '../approvals/desks.ts';
import { OutcomesRepository } from '../closing/outcomes.repository.ts';
import { loggerOf } from '../config/logger.ts';
import type { Config } from '../config/config.ts';
import { Recurring } from '../config/recurring.ts';
import { knownMigrations, newerMigrations } from '../database/newer-schema.ts';
import { Bell } from '../events/bell.ts';
import { armed, faultPoint } from '../faults/fault-point.ts';
import { watchedLedger } from '../faults/watched.ts';
import { GOAL_CHANNEL } from '../goals/goals.repository.ts';
import { Batching } from '../ledger/batching.ts';
import { HeadWatch } from '../ledger/head-watch.ts';
import { Stamping } from '../time/stamping.ts';
import { AppendTimes } from '../metrics/append-times.ts';
import { RetentionSweep } from '../retention/sweep.ts';
import { HALT_CHANNEL } from '../runs/halts.repository.ts';
import type { HostTools } from '../remotes/host-tools.ts';
import { DataDirError, requireWritable } from '../runtime/data-folder.ts';
import { openRuntime, type Runtime } from '../runtime/runtime.ts';
import { Channels } from './channels.ts';
import { ClaimsRepository } from './claims.repository.ts';
import { driveRun, type Driving } from './drive-run.ts';
import type { Means } from './means.ts';

/** A worker that is running. */
export interface Worker {
  /** Name its leases are held under. */
  readonly owner: string;
  /** Resolves when a newer version has migrated the database: it claims nothing more, and should be stopped. */
  readonly outdated: Promise<void>;
  /** Claims nothing more, lets runs end for `drainMs`, then halts and seals the rest. */
  stop(options?: { drainMs?: number }): Promise<void>;
}

/** How long runs may go on after a stop was asked for. Milliseconds. */
const DRAIN_MS = 10_000;
/** How often retention policies are applied. Milliseconds. */
const SWEEP_EVERY_MS = 60_000;

/** How often a worker looks whether the schema is still its own. Milliseconds. */
const LOOK_AT_SCHEMA_MS = 1_000;

/** How often seals without a time token are looked for. Milliseconds. */
const STAMP_EVERY_MS = 1_000;

/** Starts a worker in this process: claims goals, drives them, seals their records. */
export async function startWorker(
  config: Config,
  log: Logger = loggerOf(config, 'worker'),
  hostTools?: HostTools,
): Promise<Worker> {
  const runtime = await openRuntime(config, log, 'runseal-worker', hostTools);
  await requireWritable(runtime.config.dataDir).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  const appends = new AppendTimes(runtime.sql);
  const owner = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const loop = new ClaimLoop({ ...runtime, store: appends.timed(runtime.store) }, owner, await knownMigrations());
  const { policy } = runtime;
  const ledger = watchedLedger(runtime.ledger);
  const { sql, store } = runtime;
  const watch = new HeadWatch({ sql, ledger, kept: runtime.keptHead, log });
  const batching = new Batching({ ledger, policy, watch, log, everyMs: config.ledgerEveryMs });
  const sweep = new RetentionSweep({ sql, store, log, dataDir: runtime.config.dataDir, everyMs: SWEEP_EVERY_MS });
  const { timeAuthority: authority } = runtime;
  const stamping = authority === null ? null : new Stamping({ sql, authority, log, everyMs: STAMP_EVERY_MS });
  await loop.start();
  batching.start();
  stamping?.start();
  sweep.start();
  appends.start();
  if (armed) log.warn('RUNSEAL_FAULT is set: this worker is here to be killed');
  log.info({ owner, harnesses: runtime.registry.names }, 'worker ready');
  return {
    owner,
    outdated: loop.outdated,
    async stop({ drainMs = DRAIN_MS } = {}) {
      await sweep.stop();
      await stamping?.stop();
      await loop.stop(drainMs);
      await batching.stop();
      await appends.stop();
      await runtime.close();
      log.info({ owner }, 'worker stopped');
    },
  };
}

/** Claims while there is room; woken by goals, halts, ended runs and a slow clock that finds expired leases. */
class ClaimLoop {
  private readonly runtime: Runtime;
  private readonly means: Means;
  private readonly driving = new Map<string, Driving>();
  private readonly bell = new Bell();
  private readonly stopping = new AbortController();
  private ended: Promise<void> = Promise.resolve();
  private readonly channels: Channels;
  private readonly known: readonly string[];
  private readonly claiming: Recurring;
  /** Resolves when the schema is newer than this program. */
  readonly outdated: Promise<void>;
  private sayOutdated: () => void = () => undefined;
  private lookAgain = 0;

  constructor(runtime: Runtime, owner: string, known: readonly string[]) {
    this.runtime = runtime;
    this.known = known;
    this.claiming = new Recurring(runtime.log, 'goals could not be claimed');
    this.outdated = new Promise((resolve) => (this.sayOutdated = resolve));
    const { sql, config, store, installation, registry, tools, remotes, sandbox, probes, log } = runtime;
    this.means = {
      sql,
      claims: new ClaimsRepository(sql, owner, config.leaseMs),
      desks: new Desks(sql),
      outcomes: new OutcomesRepository(sql),
      signer: installation.signer,
      dataDir: config.dataDir,
      leaseMs: config.leaseMs,
      env: config.env,
      store,
      registry,
      tools,
      remotes,
      sandbox,
      probes,
      log,
    };
    const { desks } = this.means;
    const { ring } = this.bell;
    this.channels = new Channels({ sql, log }, [
      { channel: GOAL_CHANNEL, onNotice: ring, onListening: ring },
      { channel: APPROVAL_CHANNEL, onNotice: (run) => desks.ring(run), onListening: () => desks.ringAll() },
      { channel: HALT_CHANNEL, onNotice: (run) => this.driving.get(run)?.look() },
    ]);
  }

  async start(): Promise<void> {
    await this.channels.listen();
    this.ended = this.loop();
  }

  async stop(drainMs: number): Promise<void> {
    this.stopping.abort();
    await this.ended;
    const timer = setTimeout(() => this.haltAll(), drainMs);
    await Promise.all([...this.driving.values()].map(({ done }) => done));
    clearTimeout(timer);
    await this.channels.close();
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      void this.channels
        .listen()
        .catch((err: unknown) => this.means.log.warn({ err }, 'notices cannot be listened to'));
      if (await this.isOutdated()) return;
      await this.fill().then(
        () => this.claiming.succeeded(),
        (err: unknown) => this.claiming.failed(err, err instanceof DataDirError ? 'error' : 'warn'),
      );
      await this.bell.wait(Math.min(2000, this.means.leaseMs / 2), signal);
    }
  }

  /** A newer schema may lack what this program writes with: what it claimed it could only leave to others. */
  private async isOutdated(): Promise<boolean> {
    const now = performance.now();
    if (now < this.lookAgain) return false;
    this.lookAgain = now + LOOK_AT_SCHEMA_MS;
    // While the database is away, nothing can be claimed either.
    const found = await newerMigrations(this.means.sql, this.known).catch(() => []);
    if (found.length === 0) return false;
    this.means.log.error(
      { code: 'schema_newer', migrations: found },
      'a newer version has migrated the database: this worker claims nothing more; stop it and start that version',
    );
    this.sayOutdated();
    return true;
  }

  private async fill(): Promise<void> {
    while (!this.stopping.signal.aborted && this.active < this.runtime.config.workerRuns) {
      // It would fail each goal that it took, faster than any other worker could take them.
      await requireWritable(this.means.dataDir);
      const claim = await this.means.claims.next(this.driving.keys());
      if (claim === null) return;
      faultPoint('after claiming');
      this.means.log.info({ run: claim.run, attempt: claim.attempts }, 'run claimed');
      const driving = driveRun(claim, this.means, { release: this.stopping.signal, onParked: this.bell.ring });
      this.driving.set(claim.run, driving);
      void driving.done.then(() => {
        this.driving.delete(claim.run);
        this.means.log.info({ run: claim.run }, 'run done');
        this.bell.ring();
      });
    }
  }

  /** Runs that wait for people take no place. */
  private get active(): number {
    return [...this.driving.values()].filter(({ parked }) => !parked).length;
  }

  private haltAll(): void {
    for (const { killSwitch } of this.driving.values()) killSwitch.engage('the worker was stopped', 'worker');
  }
}
