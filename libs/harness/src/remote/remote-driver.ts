/** A harness that runs elsewhere and speaks the remote harness protocol, as a Driver. */
import { commitContent, type EventDraft, type Surface } from '@runseal/spine';
import { readChatSettings, type ChatSettings } from '../chat/settings.ts';
import type { RequestLimits } from '../chat/request.ts';
import type { Driver, DriverResult, HarnessDescription, Readiness, RunContext } from '../driver.ts';
import { HarnessError } from '../errors.ts';
import { draft, errorContent, record, withContents } from '../recording.ts';
import { runClock } from '../run-clock.ts';
import type { RemoteAddress } from './address.ts';
import { describeRemote, placementRefusal, type Described } from './descriptor.ts';
import { Frames } from './frames.ts';
import { Host } from './host.ts';
import { openLineSocket } from './line-socket.ts';
import { startOf } from './start.ts';
import { followTurn, type TurnTold } from './turn.ts';
import { PROTOCOL } from './wire.ts';

export interface RemoteHarness {
  /** DNS label; the driver is called `remote:NAME`. */
  readonly name: string;
  readonly address: RemoteAddress;
  /** Shown to the harness, never recorded; null where none is set. */
  readonly token: string | null;
  /** The descriptor it must still have (hex); null when nothing was pinned. */
  readonly digest: string | null;
  /** Actions somebody here can carry out for it. */
  readonly executors: readonly string[];
  readonly limits?: RequestLimits;
}

/** Nothing holds a program on another machine, and nothing of it is seen but what it says. */
const OPEN: readonly Surface[] = [
  'model_calls',
  'context',
  'egress',
  'shell',
  'file_writes',
  'web_search',
  'foreign_mcp',
  'sub_agents',
];
const PROFILE = 'remote';

export function remoteDriver(harness: RemoteHarness): Driver {
  return {
    describe: () => descriptionOf(harness.name),
    ready: (env) => readinessOf(harness, env),
    run: (context) => runRemote(harness, context),
  };
}

/** What is known of a remote harness without asking it. */
export function descriptionOf(name: string): HarnessDescription {
  return {
    name: `remote:${name}`,
    kind: 'external',
    title: `Remote harness ${name}`,
    vendor: 'a program of its own',
    adapterVersion: String(PROTOCOL),
    profiles: [PROFILE],
    enforcement: { [PROFILE]: Object.fromEntries(OPEN.map((surface) => [surface, 'open'])) },
    needsModel: true,
  };
}

async function readinessOf(harness: RemoteHarness, env: RunContext['env']): Promise<Readiness> {
  const settings = readChatSettings(env);
  if (!settings.ok) return { ...settings.readiness, code: 'model_endpoint_missing' };
  try {
    const { descriptor } = await known(harness);
    return { available: true, loggedIn: true, version: descriptor.version, reason: '', refuse: false, code: null };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const refuse = error.code === 'placement_refused' || error.code === 'protocol_violation';
    return { available: refuse, loggedIn: false, version: null, reason: error.message, refuse, code: error.code };
  }
}

/** Asks the harness what it is and holds it to that. Throws HarnessError. */
async function known({ name, address, token, digest }: RemoteHarness): Promise<Described> {
  const described = await describeRemote(address, token);
  if (digest !== null && described.digest !== digest)
    throw new HarnessError(
      'harness_changed',
      `The harness ${name} is not what it was when it was taken: it describes itself otherwise now.`,
    );
  const refusal = placementRefusal(described.descriptor);
  if (refusal !== null) throw new HarnessError('placement_refused', `The harness ${name} cannot be served. ${refusal}`);
  return described;
}

async function runRemote(harness: RemoteHarness, context: RunContext): Promise<DriverResult> {
  const { settings, model } = admit(harness, context);
  const { descriptor } = await known(harness);
  const socket = await openLineSocket(harness.address);
  const begun = context.session?.begun ?? false;
  const episode = context.session?.turn ?? 1;
  const startedAt = performance.now();
  const clock = runClock(context.timeoutMs, context.waist);
  try {
    if (!begun) await record(context.recorder, ...openingDrafts(episode));
    const signal = AbortSignal.any([context.killSwitch.signal, clock.signal]);
    const host = new Host({
      context,
      descriptor,
      settings,
      model,
      executors: new Set(harness.executors),
      ...(harness.limits !== undefined && { limits: harness.limits }),
    });
    socket.send(startOf(context, harness.token));
    const frames = new Frames(context, harness.token);
    const told = await followTurn({
      descriptor,
      socket,
      frames,
      host,
      showing: context.showing ?? null,
      signal,
    }).catch((error: unknown) => unserved(context, error));
    await context.waist.settled();
    return await ended(context, told, {
      episode,
      frames: frames.count,
      steps: host.steps,
      durationUs: Math.round((performance.now() - startedAt) * 1000),
      timedOut: clock.signal.aborted,
    });
  } finally {
    clock.stop();
    socket.close();
  }
}

function admit(harness: RemoteHarness, context: RunContext): { settings: ChatSettings; model: string } {
  const settings = readChatSettings(context.env);
  if (!settings.ok) throw new HarnessError('harness_not_ready', settings.readiness.reason);
  if (context.model === null)
    throw new HarnessError('model_required', `The harness remote:${harness.name} needs a model: name one.`);
  if (context.floor !== 'process')
    throw new HarnessError(
      'containment_unavailable',
      `A remote harness runs where we can contain nothing, and the floor is ${context.floor}: ask for containmentFloor "process", or use another harness.`,
    );
  return { settings: settings.settings, model: context.model };
}

/** The blind spots are declared as gaps before the first turn, for they are there whatever happens. */
function openingDrafts(episode: number): EventDraft[] {
  const blind: readonly (readonly [Surface, string])[] = [
    ['model_calls', 'Model calls asked of us are on the record; any others the harness makes are not seen.'],
    ['context', 'What the harness puts into, or drops from, the context of its model is not seen.'],
    ['egress', 'What the harness sends elsewhere is not seen.'],
  ];
  return [
    draft('episode.started', 'system', { episode, argv_digest: null, containment: 'process' }),
    ...(episode > 1
      ? []
      : blind.map(([surface, detail]) =>
          draft('provenance.gap', 'system', {
            surface,
            reason: 'not_observable',
            count: 0,
            frames: [],
            calls: [],
            detail,
          }),
        )),
  ];
}

/** A turn of a session can be driven again once somebody can carry its call out; a run of its own ends here. */
function unserved({ session }: RunContext, error: unknown): TurnTold {
  if (session !== undefined || !(error instanceof HarnessError) || error.code !== 'executor_missing') throw error;
  return { end: { kind: 'unserved', detail: error.message }, text: null, usage: null };
}

interface Facts {
  /** Frames recorded in this turn. */
  readonly frames: number;
  readonly episode: number;
  readonly steps: number;
  readonly durationUs: number;
  readonly timedOut: boolean;
}

async function ended(context: RunContext, told: TurnTold, facts: Facts): Promise<DriverResult> {
  const { episode, steps, durationUs, timedOut } = facts;
  // In a session the turn is left as it is, for it can be driven again; a run of its own ends here.
  if (told.end.kind === 'lost' && context.session !== undefined)
    throw new HarnessError('harness_lost', 'The harness hung up before the end of the turn. Drive the turn again.');
  const ending = endingOf(context, told, timedOut);
  const final =
    told.text === null || ending.finished !== 'completed'
      ? null
      : commitContent(new TextEncoder().encode(told.text), 'text/plain; charset=utf-8');
  const said = errorContent(ending.error);
  const payload = {
    episode,
    completion: told.end.kind === 'ended' ? ('terminal_frame' as const) : ('killed' as const),
    exit_code: null,
    signal: null,
    failed: ending.finished !== 'completed',
    error: said?.ref ?? null,
    error_class: ending.errorClass,
    children_survived: 0,
    usage: told.usage,
    duration_us: durationUs,
    final: final?.ref ?? null,
  };
  await record(
    context.recorder,
    draft('episode.ended', 'system', payload, withContents(final, said)),
    ...(context.session === undefined ? [declaration(context, facts.frames)] : []),
  );
  return { ...ending, final: final?.ref ?? null, finalText: told.text, usage: told.usage, steps, lost: 0 };
}

/** A session declares its blind spots when it is closed, for all its turns at once. */
function declaration({ waist }: RunContext, attested: number): EventDraft {
  return draft('provenance.declared', 'system', {
    harness: PROFILE,
    enforced: ['dispatch'],
    unobserved: OPEN,
    replayable: false,
    attested_events: attested,
    native_commands: 0,
    native_file_changes: 0,
    bridge_calls: waist.calls,
    probe_failures: 0,
  });
}

type Ending = Pick<DriverResult, 'finished' | 'error' | 'errorClass'>;

function endingOf(context: RunContext, { end }: TurnTold, timedOut: boolean): Ending {
  const halt = context.killSwitch.engaged;
  if (halt !== null) return { finished: 'halted', error: `episode halted: ${halt.reason}`, errorClass: 'run_halted' };
  const failed = (errorClass: string, error: string): Ending => ({ finished: 'failed', error, errorClass });
  switch (end.kind) {
    case 'violation':
      return failed('protocol_violation', end.detail);
    case 'unserved':
      return failed('executor_missing', end.detail);
    case 'lost':
      return failed('harness_lost', 'The harness hung up before the end of the turn.');
    case 'stopped':
      return timedOut
        ? failed('timed_out', `The turn did not finish within ${context.timeoutMs} ms.`)
        : failed('harness_failed', 'The turn was stopped.');
    case 'ended':
      return end.failed
        ? failed('harness_failed', end.error ?? 'The harness says that it failed.')
        : { finished: 'completed', error: null, errorClass: null };
  }
}
