/** Makes a Driver of a Model: readiness, one episode on the record, limits, and the final message. */
import { commitContent } from '@runseal/spine';
import type { Driver, DriverResult, Readiness, RunContext } from './driver.ts';
import { isReady } from './driver.ts';
import { HarnessError } from './errors.ts';
import { runLoop, type LoopEnd } from './loop.ts';
import type { Model } from './model.ts';
import { draft, errorContent, record, withContents } from './recording.ts';
import { runClock } from './run-clock.ts';

export interface NativeHarness {
  readonly name: string;
  readonly title: string;
  readonly vendor: string;
  readonly needsModel: boolean;
  ready(env: RunContext['env']): Readiness;
  /** Throws HarnessError when the run's context lacks something. */
  open(context: RunContext): Model;
}

type Ending = Pick<DriverResult, 'finished' | 'error' | 'errorClass'>;

export function nativeDriver(harness: NativeHarness): Driver {
  return {
    describe: () => ({
      name: harness.name,
      kind: 'native',
      title: harness.title,
      vendor: harness.vendor,
      adapterVersion: null,
      profiles: [],
      enforcement: {},
      needsModel: harness.needsModel,
    }),
    ready: (env) => Promise.resolve(harness.ready(env)),
    run: (context) => runNative(harness, context),
  };
}

async function runNative(harness: NativeHarness, context: RunContext): Promise<DriverResult> {
  const model = admit(harness, context);
  const { level } = await context.sandbox.probe();
  const episode = context.session?.turn ?? 1;
  // A run that goes on is in its episode already.
  if (context.session?.begun !== true && (context.session !== undefined || context.resume === undefined))
    await record(
      context.recorder,
      draft('episode.started', 'system', { episode, argv_digest: null, containment: level }),
    );
  const startedAt = performance.now();
  const clock = runClock(context.timeoutMs, context.waist);
  const end = await runLoop(context, model, AbortSignal.any([context.killSwitch.signal, clock.signal])).finally(() =>
    clock.stop(),
  );
  await context.waist.settled();

  const ending = endingOf(context, end, clock.signal.aborted);
  const final =
    end.text === null ? null : commitContent(new TextEncoder().encode(end.text), 'text/plain; charset=utf-8');
  const said = errorContent(ending.error);
  const payload = {
    episode,
    completion: 'native' as const,
    exit_code: null,
    signal: null,
    failed: ending.finished !== 'completed',
    error: said?.ref ?? null,
    error_class: ending.errorClass,
    children_survived: 0,
    usage: end.usage,
    duration_us: Math.round((performance.now() - startedAt) * 1000),
    final: final?.ref ?? null,
  };
  await record(context.recorder, draft('episode.ended', 'system', payload, withContents(final, said)));
  return { ...ending, final: final?.ref ?? null, finalText: end.text, usage: end.usage, steps: end.steps, lost: 0 };
}

function admit(harness: NativeHarness, context: RunContext): Model {
  const readiness = harness.ready(context.env);
  if (!isReady(readiness))
    throw new HarnessError(readiness.refuse ? 'harness_refused' : 'harness_not_ready', readiness.reason);
  if (harness.needsModel && (context.model ?? '') === '')
    throw new HarnessError('model_required', `The ${harness.name} harness needs a model: name one in the goal.`);
  if (context.profile !== null)
    throw new HarnessError('profile_unknown', `The ${harness.name} harness has no profiles: leave the profile out.`);
  return harness.open(context);
}

/** A halt outranks everything, then the run's own time-out, then what the loop says. */
function endingOf(context: RunContext, end: LoopEnd, timedOut: boolean): Ending {
  const halt = context.killSwitch.engaged;
  if (halt !== null) return { finished: 'halted', error: `episode halted: ${halt.reason}`, errorClass: 'run_halted' };
  if (end.text !== null) return { finished: 'completed', error: null, errorClass: null };
  if (timedOut)
    return {
      finished: 'failed',
      error: `The run did not finish within ${context.timeoutMs} ms.`,
      errorClass: 'timed_out',
    };
  const failure = end.failure ?? { error: 'The loop ended without a final message.', errorClass: 'harness_failed' };
  return { finished: 'failed', ...failure };
}
