import { z } from 'zod';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import { runProgram } from './command/run-program.ts';
import type { CommandEnd } from './command/run-program.ts';
import type { Toolchain } from './command/toolchain.ts';
import { programName } from './names.ts';
import { Folder } from './workspace/folder.ts';
import { namesOf } from './workspace/paths.ts';

/** Bytes kept free for the closing line. */
const CLOSING_ROOM = 160;

const schema = z.strictObject({
  argv: z
    .array(z.string().max(65_536))
    .min(1)
    .max(256)
    .describe(
      'Program and its arguments, e.g. ["node", "test.mjs"]. No shell reads them; for one, name it: ["sh", "-c", "…"].',
    ),
  folder: z.string().max(1024).default('.').describe('Folder to run in, relative to the workspace.'),
  stdin: z
    .string()
    .max(1024 * 1024)
    .default('')
    .describe('Text the program reads from its standard input.'),
  timeout_ms: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(60_000)
    .describe('The program is stopped after this many milliseconds.'),
});

/** `run_command` over one toolchain; default: the host's programs and Node. */
export function runCommand(toolchain?: Toolchain): Tool<typeof schema> {
  return {
    name: 'run_command',
    description:
      'Runs a program in the sandbox: the workspace is writable, the system read-only; there is no network, but for hosts the run allows, through the proxy named in the environment. Answers output (head and tail when long) and exit code.',
    schema,
    readOnly: false,
    runsPrograms: true,
    // The programs are the host's own; how strongly they are held is the run's floor, unless the grant says more.
    trust: 'trusted',
    scope: ({ argv }) => programName(argv[0] ?? ''),
    async run({ argv, folder, stdin, timeout_ms: timeoutMs }, context) {
      await demandFolder(context.workspace, folder);
      const end = await runProgram(
        { argv, folder: namesOf(folder).join('/'), stdin, timeoutMs },
        {
          ...context,
          maxOutputBytes: Math.max(0, context.maxOutputBytes - CLOSING_ROOM),
          ...(toolchain !== undefined && { toolchain }),
        },
      );
      return asResult(end, timeoutMs, context);
    },
  };
}

/** A folder that is missing, or a link out of the workspace, is the caller's mistake and gets its own answer. */
async function demandFolder(workspace: string, folder: string): Promise<void> {
  const opened = await Folder.at(workspace, folder);
  await opened.close();
}

function asResult({ exit, output, timedOut }: CommandEnd, timeoutMs: number, { signal }: ToolContext): ToolResult {
  const text = (closing: string): string =>
    `${output.text}${output.text === '' || output.text.endsWith('\n') ? '' : '\n'}[${closing}${survivors(exit.survivors)}]`;
  const more = output.truncated ? { truncated: true } : {};
  if (timedOut) return { ...more, text: text(`stopped after ${timeoutMs} ms`), isError: true, errorClass: 'timed_out' };
  if (exit.killed && signal.aborted)
    return { ...more, text: text('cancelled'), isError: true, errorClass: causeOf(signal) };
  if (exit.code === 0) return { ...more, text: text('exit code 0') };
  return {
    ...more,
    text: text(exit.code === null ? `ended by ${exit.signal ?? 'a signal'}` : `exit code ${exit.code}`),
    isError: true,
    errorClass: 'exit_nonzero',
  };
}

/** The waist says with its abort whether the call ran out of time or was cancelled. */
function causeOf({ reason }: AbortSignal): 'timed_out' | 'cancelled' {
  return (reason as { code?: unknown } | undefined)?.code === 'timed_out' ? 'timed_out' : 'cancelled';
}

function survivors(count: number): string {
  return count === 0 ? '' : `; ${count} of its processes could not be killed`;
}
