/** Runs one episode of an external CLI, from the bridge going up to the home being removed. */
import type { EgressLease, Exit, Program } from '@runseal/dispatch';
import type { RunContext } from '@runseal/harness';
import type { ContainmentLevel, UsagePayload } from '@runseal/spine';
import type { Adapter, Episode, Invocation } from './adapter.ts';
import { startBridge, type Bridge } from './bridge/bridge.ts';
import type { BridgeCall } from './bridge/account.ts';
import { MAX_FINAL_LENGTH, readFinalMessage } from './episode/final-message.ts';
import { makeHome } from './episode/home.ts';
import { episodeInput } from './episode/input.ts';
import { launch } from './episode/launch.ts';
import { Observation } from './episode/observation.ts';
import { followOutput } from './episode/output.ts';
import { argvDigest, programOf } from './episode/program.ts';
import { collectStderr, type Stderr } from './episode/stderr.ts';
import { watchHome } from './episode/home-watch.ts';
import { knownThread, type KnownThread } from './episode/known-thread.ts';
import { createStop, type Stop, type StopCause } from './episode/stop.ts';
import { keptThread, layOutThread } from './episode/thread.ts';
import { PeopleDesk } from './episode/people.ts';
import { INTERRUPT_MS, signalAfter, startTalk } from './episode/talk.ts';
import type { ReadFrame } from './frames/read.ts';
import { FramesRecorder } from './record/frames-recorder.ts';
import { gap } from './record/gaps.ts';
import { keptOf, stderrDrafts } from './record/stderr.ts';
import type { Gateway } from './gateway/gateway.ts';
import { startGatewayFor } from './gateway/start-for-run.ts';
import { redactor, type Redactor } from './redact.ts';

export interface EpisodeOptions {
  readonly adapter: Adapter;
  readonly context: RunContext;
  readonly profile: string;
  readonly floor: ContainmentLevel;
  /** The program runs and has been told nothing yet: it waits for its input. */
  readonly started: (facts: { argvDigest: Uint8Array; level: ContainmentLevel }) => Promise<void>;
}

export interface EpisodeReport {
  readonly exit: Exit;
  readonly stop: StopCause | null;
  readonly observed: Observation;
  readonly account: readonly BridgeCall[];
  /** Calls the bridge refused before they came into the account, and requests it could not read. */
  readonly turnedAway: number;
  readonly probe: { readonly passed: boolean; readonly failures: number };
  /** Last-message file if not empty, else the last text the CLI printed; secrets redacted. */
  readonly finalText: string | null;
  /** End of stderr as text, secrets redacted. */
  readonly stderrText: string;
  readonly attested: number;
  readonly lost: number;
  /** Why the record could not be written, when that stopped the episode. */
  readonly fatal: unknown;
  /** False when the CLI's folder, with whatever keys it was given, is still there. */
  readonly homeRemoved: boolean;
  /** The CLI's conversation where it was to be kept: its id, and its files as one piece; null when there is none. */
  readonly thread: { readonly id: string; readonly state: Uint8Array | null } | null;
  /** Measured by the gateway over all model calls; null without a gateway, or where the provider did not count one. */
  readonly measured: UsagePayload | null;
  /** For whatever else of the CLI's words goes on the record. */
  readonly secrets: Redactor;
}

/** Throws HarnessError when it could not be started; afterwards everything that goes wrong is in the report. */
export async function runEpisode(options: EpisodeOptions): Promise<EpisodeReport> {
  const home = await makeHome(options.context.scratch);
  try {
    const report = await runInHome(options, home.path);
    return { ...report, homeRemoved: await home.remove() };
  } catch (error) {
    await home.remove();
    throw error;
  }
}

async function runInHome(options: EpisodeOptions, home: string): Promise<Omit<EpisodeReport, 'homeRemoved'>> {
  const { context } = options;
  const stop = createStop(context.killSwitch, context.timeoutMs, context.waist);
  let fatal: unknown = null;
  const onFatal = (error: unknown) => {
    fatal ??= error;
    stop.now('record_lost');
  };
  let bridge: Bridge | null = null;
  let gateway: Gateway | null = null;
  const egress = context.egress?.lend(null) ?? null;
  try {
    const observed = new Observation();
    const resumes = context.thread?.resume?.id ?? null;
    const known = knownThread(resumes, stop.signal);
    bridge = await startBridge({ waist: context.waist, onFatal, confirmed: (cancelled) => known.confirmed(cancelled) });
    gateway = await startGatewayFor(options.adapter, context, onFatal);
    const started = await start(options, home, { bridge, gateway, egress }, stop);
    const secrets = redactor(started.secrets);
    const run = await follow({ ...options, ...started, observed, known, home, bridge, stop, secrets, onFatal });
    await gateway?.close();
    return {
      ...run,
      measured: gateway?.usage ?? null,
      stop: stop.cause,
      account: bridge.account,
      turnedAway: bridge.turnedAway,
      probe: { passed: bridge.probe.passed, failures: bridge.probe.failures },
      finalText: await finalTextOf(started.invocation, home, run.observed, secrets),
      thread: await keptThread({ ...options, home, stop }, run.observed, secrets),
      fatal,
      secrets,
    };
  } finally {
    stop.release();
    egress?.release();
    await gateway?.close();
    await bridge?.close({ inFlight: 'cancel' });
  }
}

/** Redacted before it is cut: a cut must not leave half a secret that is no longer recognised. */
async function finalTextOf({ lastMessageFile }: Invocation, home: string, observed: Observation, secrets: Redactor) {
  const left = lastMessageFile === null ? null : await readFinalMessage(lastMessageFile, home);
  const text = left ?? observed.lastText;
  return text === null ? null : secrets.text(text).slice(0, MAX_FINAL_LENGTH).toWellFormed();
}

/** What of ours the program talks to. */
interface Ways {
  readonly bridge: Bridge;
  readonly gateway: Gateway | null;
  readonly egress: EgressLease | null;
}

interface Started {
  readonly invocation: Invocation;
  readonly program: Program;
  readonly input: string;
}

async function start(
  options: EpisodeOptions,
  home: string,
  { bridge, gateway, egress }: Ways,
  stop: Stop,
): Promise<Started & { readonly secrets: readonly string[] }> {
  const { adapter, context, profile, floor } = options;
  const thread = await layOutThread({ ...options, home, stop });
  const episode: Episode = {
    ...(thread === undefined ? {} : { thread }),
    input: episodeInput(context, bridge.probe.instruction),
    workspace: context.workspace,
    home,
    model: context.model,
    profile,
    bridge: bridge.address,
    gateway: gateway?.address ?? null,
    env: context.env,
  };
  const invocation = await adapter.command(episode);
  const secrets = [bridge.address.token, ...invocation.secrets];
  if (egress !== null) secrets.push(...egress.secrets);
  if (gateway !== null) secrets.push(gateway.address.token, gateway.providerKey);
  bridge.guard(secrets);
  gateway?.guard(secrets);
  const signal = invocation.conversation === undefined ? stop.signal : signalAfter(stop.signal, INTERRUPT_MS);
  const spec = programOf({ invocation, episode, bridgeDoor: bridge, gateway, egress, floor, signal });
  const program = await launch(adapter, context, spec, stop);
  return { invocation, program, input: invocation.stdin, secrets };
}

interface Following extends EpisodeOptions, Started {
  readonly observed: Observation;
  readonly known: KnownThread;
  readonly home: string;
  readonly bridge: Bridge;
  readonly stop: Stop;
  readonly secrets: Redactor;
  readonly onFatal: (error: unknown) => void;
}

/** Feeds the program its input and follows it until it is gone and its last call is settled. */
async function follow(
  run: Following,
): Promise<Pick<EpisodeReport, 'exit' | 'observed' | 'stderrText' | 'attested' | 'lost'>> {
  const { program, adapter, context, stop, secrets, observed } = run;
  const recorder = new FramesRecorder(context.recorder, secrets, run.onFatal);
  const stderr = collectStderr(program.stderr);
  // A program that does not read its input, or is gone already, breaks the pipe; its exit tells the rest.
  program.stdin.on('error', () => undefined);
  const told = await announce(run);
  const conversation = run.invocation.conversation ?? null;
  const asked = new PeopleDesk({ ...run, waist: context.waist });
  const talk = startTalk({ stdin: program.stdin, input: run.input, conversation, stop, ask: (ask) => asked.put(ask) });
  const { stdout, exited } = program;
  const resumes = context.thread?.resume?.id ?? null;
  const heard = (read: ReadFrame) => {
    run.known.heard(observed.sessions);
    if (resumes !== null && [...observed.sessions].some((id) => id !== resumes)) stop.now('foreign_thread');
    talk.heard(read);
  };
  // What is answered is on the record first.
  const write = (reads: readonly ReadFrame[]) =>
    conversation === null ? recorder.handOver(reads) : recorder.write(reads);
  const output = followOutput({ stdout, exited, adapter, observed, recorder: { write }, stop, heard });
  const watch = watchHome(run.home, () => stop.now('home_full'));
  if (told) talk.begin();
  else talk.silence();

  const cancelCalls = () => {
    if (stop.cause !== 'lingering') run.bridge.cancelCalls();
  };
  stop.signal.addEventListener('abort', cancelCalls);
  if (stop.signal.aborted) cancelCalls();
  const exit = await program.exited;
  watch.stop();
  await asked.close();
  const { frames, whole } = await output;
  // It gets on the record while the bridge closes.
  const settled = recorder.settled();
  if (conversation !== null) observed.conclude(conversation.end);
  // Losing its caller does not undo a call: it may finish, unless the episode was stopped.
  await run.bridge.close({ inFlight: 'finish' });
  const said = await endOf(stderr, program);
  const cut = gap('frames', 'stream_cut', {
    count: 1,
    detail: 'Its stdout was given up before its end: something the program left behind held it open.',
  });
  const drafts = [...stderrDrafts(said, frames + 1, secrets), ...(whole ? [] : [cut])];
  if (drafts.length > 0) await recorder.append(drafts, said.bytes > 0 ? 1 : 0);
  await settled;
  const stderrText = new TextDecoder().decode(keptOf(said, secrets)).trim().slice(-2000).toWellFormed();
  return { exit, observed, stderrText, attested: recorder.attested, lost: recorder.lost };
}

/** Nothing of the episode is recorded, and nothing told to the program, before its start is on the record. */
async function announce(run: Following): Promise<boolean> {
  try {
    await run.started({ argvDigest: argvDigest(run.invocation), level: run.program.level });
    return true;
  } catch (error) {
    run.onFatal(error);
    return false;
  }
}

/** stderr may be held open by the same leftovers as stdout. */
async function endOf(stderr: Promise<Stderr>, program: Program): Promise<Stderr> {
  const impatience = setTimeout(() => program.stderr.destroy(), 500);
  const said = await stderr;
  clearTimeout(impatience);
  return said;
}
