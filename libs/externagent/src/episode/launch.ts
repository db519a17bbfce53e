/** Starts the program of an episode: the one that the record names, and no other. */
import type { Program, ProgramSpec } from '@runseal/dispatch';
import { HarnessError, type RunContext } from '@runseal/harness';
import type { Adapter } from '../adapter.ts';
import { digestOf } from '../evidence/binary-digest.ts';
import type { Stop } from './stop.ts';

type Named = Pick<RunContext, 'program' | 'env' | 'sandbox'>;

/**
 * Throws HarnessError: `harness_changed` when the program was replaced since the run was opened, `containment_unavailable`,
 * `spawn_failed`. Nothing runs then.
 */
export async function launch(
  adapter: Pick<Adapter, 'name' | 'binary'>,
  context: Named,
  spec: ProgramSpec,
  stop: Pick<Stop, 'now'>,
): Promise<Program> {
  // Before: a program nobody knows is not even shown the keys. After: between look and start it may have been replaced.
  await demandProgram(adapter, context);
  const program = await started(adapter.name, context, spec);
  try {
    await demandProgram(adapter, context);
  } catch (error) {
    stop.now('other_program');
    await gone(program);
    throw error;
  }
  return program;
}

/** Throws HarnessError `harness_changed`. */
export async function demandProgram(
  { name, binary }: Pick<Adapter, 'name' | 'binary'>,
  { program, env }: Named,
): Promise<void> {
  if (binary === undefined || program == null) return;
  const found = await binary(env);
  const digest = found === null ? null : await digestOf(found).catch(() => null);
  if (digest !== program)
    throw new HarnessError(
      'harness_changed',
      `The program of ${name} was replaced after the run was opened, and the record names the other one: submit the goal again.`,
    );
}

async function started(name: string, { sandbox }: Named, spec: ProgramSpec): Promise<Program> {
  try {
    return await sandbox.start(spec);
  } catch (cause) {
    const contained =
      cause instanceof Error && 'code' in cause && cause.code === 'runseal.containment_unavailable'
        ? 'containment_unavailable'
        : 'spawn_failed';
    const why = cause instanceof Error ? cause.message : 'unknown cause';
    throw new HarnessError(contained, `The ${name} harness could not be started: ${why}`, { cause });
  }
}

/** Its signal is on the way, and nothing it says counts. */
async function gone(program: Program): Promise<void> {
  program.stdin.on('error', () => undefined).end();
  for (const stream of [program.stdout, program.stderr]) stream.on('error', () => undefined).resume();
  await program.exited;
}
