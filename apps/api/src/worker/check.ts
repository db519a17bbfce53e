import { ActionError, runProgram, type Sandbox } from '@runseal/dispatch';
import { commitContent, draftOf, type ContainmentLevel, type EventDraft } from '@runseal/spine';
import type { Goal } from '../wire/goal.ts';

export interface CheckContext {
  readonly workspace: string;
  readonly sandbox: Sandbox;
  readonly floor: ContainmentLevel;
  readonly signal: AbortSignal;
  readonly maxOutputBytes: number;
}

export interface Checked {
  readonly passed: boolean;
  readonly draft: EventDraft;
}

/** A run has one check. */
export const CHECK = 1;

/** Runs the operator's own check in the sandbox. It passes when the program exits with 0, and in no other way. */
export async function runCheck(
  { command, timeoutMs }: NonNullable<Goal['verify']>,
  context: CheckContext,
): Promise<Checked> {
  const argv = commitContent(Buffer.from(JSON.stringify(command), 'utf8'), 'application/json');
  const end = await tryProgram(command, timeoutMs, context);
  const passed = end.code === 0;
  const output = commitContent(Buffer.from(end.text, 'utf8'), 'text/plain; charset=utf-8');
  const draft = draftOf(
    'check.recorded',
    'system',
    { check: CHECK, passed, command: argv.ref, exit_code: end.code, output: output.ref, containment: end.level },
    { contents: [argv, output] },
  );
  return { passed, draft };
}

/** A check that is not there has not passed; a sandbox that cannot be had stops the run (DispatchError). */
async function tryProgram(command: readonly string[], timeoutMs: number, context: CheckContext) {
  try {
    const { exit, output, level, timedOut } = await runProgram({ argv: command, timeoutMs }, context);
    return { code: timedOut || exit.killed ? null : exit.code, text: output.text, level };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return { code: null, text: error.message, level: (await context.sandbox.probe()).level };
  }
}
