/** Programs in namespaces of their own, by bubblewrap: no network but what is lent, no files but what is mounted. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DispatchError } from '../../errors.ts';
import { checkSpec } from '../check-spec.ts';
import { makeControlGroup, type ControlGroup } from '../control-group.ts';
import { findProgram } from '../find-program.ts';
import { killLadder } from '../kill-ladder.ts';
import { demandLevel } from '../levels.ts';
import { prlimitArgs, prlimitProgram, processLimitHolds } from '../limits.ts';
import { isAlive, listProcesses, namespaceOf, signalProcess } from '../procfs.ts';
import { lendReach } from '../reach/lend.ts';
import type { Lent } from '../reach/lend.ts';
import type { Exit, Limits, Program, ProgramSpec, Sandbox, SandboxProbe } from '../sandbox.ts';
import { waitFor } from '../wait-for.ts';
import { launch } from './launch.ts';
import type { Launched } from './launch.ts';
import { probeBubblewrap } from './probe.ts';

const GONE_MS = 5000;
const RETRY_PROBE_MS = 30_000;

export interface BubblewrapOptions {
  /** Absolute path of bwrap; looked for on PATH when absent. */
  readonly program?: string;
}

export function bubblewrapSandbox(options: BubblewrapOptions = {}): Sandbox {
  const bwrap = options.program ?? findProgram('bwrap');
  const probe = remembered(() => probeBubblewrap(bwrap, (spec) => startInside(bwrap!, spec)));
  return {
    probe,
    async start(spec) {
      checkSpec(spec);
      const { level, reason } = await probe();
      // What does not hold is not used at all, not even for a low floor: its mounts would be a false promise.
      if (bwrap === null || level === 'process') demandLevel('process', 'kernel', reason);
      demandLevel(level, spec.floor, reason);
      return startInside(bwrap!, spec);
    },
  };
}

/** A probe that held is kept; one that did not is tried again after a while, since a busy host can fail it too. */
function remembered(probe: () => Promise<SandboxProbe>): () => Promise<SandboxProbe> {
  let last: { readonly answer: Promise<SandboxProbe>; readonly at: number; held: boolean } | null = null;
  return () => {
    if (last !== null && (last.held || performance.now() - last.at < RETRY_PROBE_MS)) return last.answer;
    const mine = { answer: probe(), at: performance.now(), held: false };
    last = mine;
    void mine.answer.then(({ level }) => (mine.held = level !== 'process'));
    return mine.answer;
  };
}

async function startInside(bwrap: string, spec: ProgramSpec): Promise<Program> {
  const launched = await launch(bwrap, spec);
  const { init, outer } = launched;
  const pidNamespace = namespaceOf(init, 'pid');
  const killAll = (): void => {
    signalProcess(init, 'SIGKILL');
  };
  let lent = null as Lent | null;
  let program: number | null = null;
  const group = makeControlGroup(spec.limits ?? {});
  try {
    await allOf([
      lendReach(init, spec.reach).then((open) => (lent = open)),
      putInto(group, init),
      limitProcesses(init, spec.limits),
    ]);
    if (spec.signal?.aborted === true)
      throw new DispatchError('runseal.cancelled', 'The program was cancelled before it was started.');
    program = await launched.unblock();
  } catch (error) {
    killAll();
    outer.kill('SIGKILL');
    await launched.ended;
    await lent?.close();
    await group?.remove();
    throw error;
  }
  const ladder = killLadder({
    signal: spec.signal,
    graceMs: spec.graceMs ?? 2000,
    ask: () => (program === null ? undefined : signalProcess(program, 'SIGINT')),
    kill: killAll,
  });
  const exited = launched.ended.then(async ({ outer: outerCode, program: code }): Promise<Exit> => {
    ladder.dispose();
    const survivors = await sweepNamespace(init, pidNamespace);
    await lent?.close();
    await group?.remove();
    if (survivors > 0) for (const stream of [launched.stdout, launched.stderr]) stream.destroy();
    return { ...readExit(code ?? outerCode, ladder.climbed), killed: ladder.climbed, survivors };
  });
  return { ...streamsOf(launched), exited, level: 'kernel' };
}

function streamsOf({ stdin, stdout, stderr }: Launched): Pick<Program, 'stdin' | 'stdout' | 'stderr'> {
  return { stdin, stdout, stderr };
}

/** When the first process of a pid namespace is gone the kernel has killed all the others. Counts what is left. */
async function sweepNamespace(init: number, namespace: string | null): Promise<number> {
  const inside = (): number[] =>
    namespace === null
      ? []
      : listProcesses()
          .filter(({ pid, zombie }) => !zombie && namespaceOf(pid, 'pid') === namespace)
          .map(({ pid }) => pid);
  // After the outer bubblewrap, init dies by itself; only a process that still is in the namespace may be signalled.
  const gone = await waitFor(() => {
    if (!isAlive(init)) return true;
    const left = inside();
    for (const pid of left) signalProcess(pid, 'SIGKILL');
    return left.length === 0;
  }, GONE_MS);
  return gone ? 0 : inside().length;
}

/** bubblewrap reports a death by signal as 128 + its number. Only our own kill tells it from an exit with that code. */
function readExit(code: number | null, killed: boolean): Pick<Exit, 'code' | 'signal'> {
  if (code === null || (killed && code === 137)) return { code: null, signal: 'SIGKILL' };
  if (killed && code === 130) return { code: null, signal: 'SIGINT' };
  return { code, signal: null };
}

/** Waits for all of them, and rejects as the first that did not succeed: what the others made can be taken back then. */
async function allOf(steps: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function putInto(group: ControlGroup | null, init: number): Promise<void> {
  try {
    await group?.add(init);
  } catch (cause) {
    throw new DispatchError('runseal.containment_failed', 'The program could not be put into its control group.', {
      cause,
    });
  }
}

/**
 * The other limits were there from the start. This one counts inside only once the first process is inside, and is set
 * before the program starts and inherits it. Where the kernel exempts us from it, there is nothing to set.
 */
async function limitProcesses(init: number, { processes }: Limits = {}): Promise<void> {
  const prlimit = prlimitProgram();
  if (processes === undefined || prlimit === null || !processLimitHolds()) return;
  try {
    await promisify(execFile)(prlimit, ['--pid', String(init), ...prlimitArgs({ processes })], {
      env: {},
      timeout: 5000,
    });
  } catch (cause) {
    throw new DispatchError('runseal.containment_failed', 'The limits could not be set on the program.', { cause });
  }
}
