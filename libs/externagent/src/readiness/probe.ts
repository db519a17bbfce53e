/** Asks a program a question that starts no episode: confined like one, but with no key, no token and no way to a provider. */
import { text } from 'node:stream/consumers';
import type { Mount, Program, Reach, Sandbox } from '@runseal/dispatch';

export interface ProbeAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProbeQuestion {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly mounts: readonly Mount[];
  /** Listeners of ours it may reach. Default: nothing. */
  readonly reach?: readonly Reach[];
  /** Milliseconds until it is killed. Default 15 s. */
  readonly timeoutMs?: number;
  /** What it reads on stdin. Default: nothing. */
  readonly input?: string;
  /** Stdin stays open until what it printed satisfies this. Default: it is closed at once. */
  readonly until?: (stdout: string) => boolean;
  /** Most bytes of a file it may write. Default 1 MiB. */
  readonly fileBytes?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 15_000;
const FILE_BYTES = 1 << 20;
/** Far above any answer; a program that prints more is killed. */
const MOST_PRINTED = 32 * 1024 * 1024;

/** Rejects as the sandbox does when the program cannot be started at all. */
export async function probe(sandbox: Sandbox, asked: ProbeQuestion): Promise<ProbeAnswer> {
  const { timeoutMs = TIMEOUT_MS, fileBytes = FILE_BYTES, input = '', until, reach = [], signal, ...question } = asked;
  const flood = new AbortController();
  const program = await sandbox.start({
    ...question,
    reach,
    floor: 'kernel',
    limits: { fileBytes },
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), flood.signal, ...(signal === undefined ? [] : [signal])]),
    graceMs: 0,
  });
  // A program that does not read its input closes the pipe under us; that is its good right.
  program.stdin.on('error', () => undefined);
  program.stdin.write(input);
  if (until === undefined) program.stdin.end();
  else closeOnce(program, until);
  let printed = 0;
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.length;
      if (printed > MOST_PRINTED) flood.abort();
    });
  const [stdout, stderr, exit] = await Promise.all([text(program.stdout), text(program.stderr), program.exited]);
  return { code: exit.code, stdout, stderr };
}

function closeOnce({ stdin, stdout }: Program, satisfied: (stdout: string) => boolean): void {
  let printed = '';
  stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
    if (satisfied(printed)) stdin.end();
  });
}
