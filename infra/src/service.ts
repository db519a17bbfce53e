import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.ts';

export interface ServiceSpec {
  /** `api`, `worker`, `dashboard`; also the name of its log file. */
  readonly name: string;
  /** Absolute path of the script; runs on this very Node. */
  readonly script: string;
  /** Options of Node before the script. Default none. */
  readonly nodeOptions?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where its log goes. */
  readonly logDir: string;
  /** Asked again and again until true. */
  ready(service: { readonly log: () => Promise<string> }): Promise<boolean>;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
}

export interface Service {
  readonly name: string;
  /** Resolves when the process is gone, asked or not. */
  readonly gone: Promise<void>;
  /** How it ended by itself, with the end of its log. */
  death(): Promise<Failure>;
  /** SIGTERM, grace, SIGKILL to its whole group; resolves when it is gone. Safe to call twice. */
  stop(): Promise<void>;
  /** SIGKILL to the whole group, now. */
  kill(): void;
}

const READY_MS = 60_000;
const LOOK_EVERY_MS = 40;
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 4000;

/**
 * Starts one of our processes and waits until it serves. It writes straight into its log file, so neither a flood nor our
 * own end can block it, and it stops by itself when this process is gone.
 *
 * @throws Failure `service_died` or `service_not_ready`, with the end of its log.
 */
export async function startService(spec: ServiceSpec, house: { add(service: Service): void }): Promise<Service> {
  const logFile = join(spec.logDir, `${spec.name}.log`);
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  const child = spawn(process.execPath, [...(spec.nodeOptions ?? []), '--import', FOLLOW_PARENT, spec.script], {
    env: spec.env,
    // A group of its own: Ctrl-C in the terminal must not reach it before its turn to stop.
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  const service = serviceOf(spec, child, async () => (await readFile(logFile)).subarray(from).toString());
  house.add(service);
  await log.close();
  await untilReady(spec, child, service, logFile, from);
  return service;
}

const FOLLOW_PARENT = new URL('./follow-parent.js', import.meta.url).href;

function serviceOf(spec: ServiceSpec, child: ChildProcess, log: () => Promise<string>): Service {
  let failed: Error | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failed = error;
      resolve();
    });
  });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // The whole group is gone already.
    }
  };
  return {
    name: spec.name,
    gone,
    death: async () => {
      const how =
        failed?.message ?? (child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`);
      return new Failure('service_died', `The ${spec.name} ended by itself (${how}); the end of its log is above.`, {
        tail: tailOf(await log()),
      });
    },
    stop: async () => {
      // Only the process itself is asked to stop: what it started, it stops in its own order.
      child.kill('SIGTERM');
      const timer = new AbortController();
      await Promise.race([gone, pause(spec.graceMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
      timer.abort();
      signal('SIGKILL');
      await gone;
    },
    kill: () => signal('SIGKILL'),
  };
}

async function untilReady(
  spec: ServiceSpec,
  child: ChildProcess,
  service: Service,
  logFile: string,
  from: number,
): Promise<void> {
  const log = async (): Promise<string> => (await readFile(logFile)).subarray(from).toString();
  const until = Date.now() + READY_MS;
  let over = false;
  void service.gone.then(() => (over = true));
  while (!(await spec.ready({ log }))) {
    if (over || child.exitCode !== null) throw await service.death();
    if (Date.now() > until) {
      service.kill();
      throw new Failure(
        'service_not_ready',
        `The ${spec.name} did not get ready within a minute; the end of its log is above.`,
        { tail: tailOf(await log()) },
      );
    }
    await pause(LOOK_EVERY_MS);
  }
}

const tailOf = (log: string): string => log.slice(-TAIL_BYTES).trim().split('\n').slice(-20).join('\n');

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
}
