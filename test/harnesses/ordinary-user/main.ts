/**
 * One episode of the CLI named in argv, by whoever runs this; what came of it goes to stdout as JSON. Before the CLI, a program in its
 * very place starts processes until it is stopped.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemMounts, type ProgramSpec, type Sandbox } from '@runseal/dispatch';
import { CLAUDE } from '../cli/claude.ts';
import { CODEX } from '../cli/codex.ts';
import { GEMINI } from '../cli/gemini.ts';
import { OPENCODE } from '../cli/opencode.ts';
import { bubblewrap, conformance, runEpisodeOf } from '../episode.ts';
import { answer, call, say } from '../scripted-model.ts';

/** What the test is told. */
export interface OrdinaryEpisode {
  readonly uid: number;
  /** How the sandbox says that it holds. */
  readonly mechanism: string;
  readonly finished: string;
  readonly error: string | null;
  /** The file that the CLI was told to write, through the bridge. */
  readonly wrote: string | null;
  /** Most processes that an episode may hold. */
  readonly allowed: number;
  /** Processes of the program that does not stop starting them; and whether it was given another after that. */
  readonly forks: { readonly started: number; readonly refused: boolean };
}

const CLIS = { codex: CODEX, claude: CLAUDE, opencode: OPENCODE, gemini: GEMINI } as const;
const cli = CLIS[process.argv[2] as keyof typeof CLIS];

const forks = { started: 0, refused: false };
let allowed = 0;

const sandbox = bubblewrap();
const trying: Sandbox = {
  probe: () => sandbox.probe(),
  async start(spec) {
    // What is asked of a CLI before its episode is held to other limits.
    if (spec.limits?.processes !== undefined) await forkIn(spec, spec.limits.processes);
    return sandbox.start(spec);
  },
};

async function forkIn(spec: ProgramSpec, processes: number): Promise<void> {
  allowed = processes;
  const script = `n=0; while [ $n -lt ${processes + 100} ]; do sleep 20 & n=$((n+1)); echo $n; done; echo unhindered`;
  const system = systemMounts();
  const covered = (child: string) => system.some((place) => child.startsWith(`${place.child}/`));
  const program = await sandbox.start({
    ...spec,
    path: '/bin/sh',
    args: ['-c', script],
    mounts: [...system, ...spec.mounts.filter((mount) => !covered(mount.child))],
    signal: AbortSignal.timeout(15_000),
    graceMs: 0,
  });
  program.stdin.end();
  program.stderr.resume();
  const told = (await text(program.stdout)).trim().split('\n');
  await program.exited;
  forks.started = told.filter((line) => /^\d+$/.test(line)).length;
  forks.refused = !told.includes('unhindered');
}

const { namespace } = cli;
const outcome = await runEpisodeOf(cli, {
  scenario: [
    answer(conformance(namespace)),
    answer(call('workspace_write', { path: 'hello.txt', content: 'hello\n' }, namespace)),
    answer(say('I wrote hello.txt.')),
  ],
  sandbox: () => trying,
});
const told: OrdinaryEpisode = {
  uid: process.getuid?.() ?? -1,
  mechanism: (await sandbox.probe()).mechanism,
  ...{ finished: outcome.result.finished, error: outcome.result.error },
  wrote: await readFile(join(outcome.workspace, 'hello.txt'), 'utf8').catch(() => null),
  ...{ allowed, forks },
};
await outcome.cleanUp();
process.stdout.write(JSON.stringify(told));
