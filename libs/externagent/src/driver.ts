/** Makes a Driver of an Adapter: admission, one episode, and everything about it that belongs on the record. */
import { commitContent, type EventDraft, type PayloadOf, type SurfaceState, type UsagePayload } from '@runseal/spine';
import { createSandbox, type Sandbox } from '@runseal/dispatch';
import {
  draft,
  errorContent,
  HarnessError,
  record,
  recorderFailed,
  withContents,
  type Driver,
  type DriverResult,
  type RunContext,
} from '@runseal/harness';
import type { Adapter } from './adapter.ts';
import { admit, readinessOf } from './admission.ts';
import { THREAD_MEDIA } from './episode/thread-files.ts';
import { usageBeyond } from './episode/usage-beyond.ts';
import { completionOf, endingOf, type Ending } from './episode/verdict.ts';
import { throughGateway, withEgress } from './gateway/enforcement.ts';
import { usesGateway } from './gateway/start-for-run.ts';
import { declaration } from './record/declared.ts';
import { blindSpotGaps, gap, nativeGaps } from './record/gaps.ts';
import { reconcile, reconciliationDrafts } from './reconcile.ts';
import { runEpisode, type EpisodeReport } from './runner.ts';

/** Most events of the closing account in one append. */
const BATCH = 256;

/** `sandbox` is what readiness is judged by before there is a run; a run brings its own. */
export function externalDriver(adapter: Adapter, sandbox: Sandbox = createSandbox()): Driver {
  return {
    describe: () => ({
      name: adapter.name,
      kind: 'external',
      title: adapter.title,
      vendor: adapter.vendor,
      adapterVersion: adapter.version,
      profiles: adapter.profiles,
      enforcement: adapter.enforcement,
      needsModel: adapter.needsModel,
      ...(adapter.gateway === undefined ? {} : { gatewayEnforcement: gatewayEnforcement(adapter) }),
      ...(adapter.threads === undefined ? {} : { keepsThreads: true as const }),
    }),
    ready: (env) => readinessOf(adapter, sandbox, env),
    run: (context) => runExternal(adapter, context),
  };
}

function gatewayEnforcement({ enforcement, minimumContainment }: Adapter): Adapter['enforcement'] {
  return Object.fromEntries(
    Object.entries(enforcement).map(([profile, surfaces]) => [profile, throughGateway(surfaces, minimumContainment)]),
  );
}

async function runExternal(adapter: Adapter, context: RunContext): Promise<DriverResult> {
  const { profile, floor } = await admit(adapter, context);
  const led = usesGateway(adapter, context) ? gatewayEnforcement(adapter) : adapter.enforcement;
  const enforcement = withEgress(led[profile] ?? {}, context.egress?.allow ?? []);
  const startedAt = performance.now();
  const elapsed = () => Math.round((performance.now() - startedAt) * 1000);
  let report: EpisodeReport;
  try {
    report = await runEpisode({
      adapter,
      context,
      profile,
      floor,
      started: (facts) =>
        record(
          context.recorder,
          draft('episode.started', 'system', {
            episode: 1,
            argv_digest: facts.argvDigest,
            containment: facts.level,
            ...resumed(context),
          }),
          ...blindSpotGaps(enforcement),
        ),
    });
  } catch (error) {
    return notStarted(context, error, elapsed());
  }
  if (report.fatal !== null) throw recorderFailed(report.fatal);
  return close({ adapter, context, enforcement, report, duration_us: elapsed() });
}

interface Closing {
  readonly adapter: Adapter;
  readonly context: RunContext;
  readonly enforcement: Readonly<Record<string, SurfaceState>>;
  readonly report: EpisodeReport;
  readonly duration_us: number;
}

/** Writes the closing account: gaps, reconciliation, declaration, end. */
async function close({ adapter, context, enforcement, report, duration_us }: Closing): Promise<DriverResult> {
  const { observed, probe, exit, secrets } = report;
  // What the provider told us outweighs what the harness tells us.
  const usage = report.measured ?? usageSince(adapter, context.thread, observed.usage);
  const facts = {
    exit,
    stop: report.stop,
    observed,
    conformant: probe.passed,
    timeoutMs: context.timeoutMs,
    haltReason: context.killSwitch.engaged?.reason ?? null,
    stderr: report.stderrText,
  };
  const reported = observed.reported.map((call) => ({ ...call, tool: secrets.text(call.tool) }));
  const said = endingOf(facts);
  const ending: Ending = { ...said, error: said.error === null ? null : secrets.text(said.error) };
  const account = [
    ...nativeGaps(observed),
    ...lossGaps(report),
    ...reconciliationDrafts(reconcile(report.account, reported)),
    declaration(adapter.name, enforcement, report),
  ];
  const final =
    report.finalText === null
      ? null
      : commitContent(new TextEncoder().encode(report.finalText), 'text/plain; charset=utf-8');
  const kept = report.thread?.state == null ? null : commitContent(report.thread.state, THREAD_MEDIA);
  const went = errorContent(ending.error);
  const ended: PayloadOf['episode.ended'] = {
    episode: 1,
    completion: completionOf(facts),
    exit_code: exit.code,
    signal: exit.signal,
    failed: ending.finished !== 'completed',
    error: went?.ref ?? null,
    error_class: ending.errorClass,
    children_survived: exit.survivors,
    usage,
    duration_us,
    final: final?.ref ?? null,
    ...(report.thread === null
      ? {}
      : { thread: { id: report.thread.id, state: kept?.ref ?? null, usage: observed.usage } }),
  };
  account.push(draft('episode.ended', 'system', ended, withContents(final, kept, went)));
  for (let at = 0; at < account.length; at += BATCH) await record(context.recorder, ...account.slice(at, at + BATCH));
  return {
    ...ending,
    final: final?.ref ?? null,
    finalText: report.finalText,
    usage,
    steps: 1,
    lost: report.lost,
  };
}

/** A CLI may go on counting where a conversation stood: what was reported before is no part of this episode. */
function usageSince(
  { threads }: Pick<Adapter, 'threads'>,
  thread: RunContext['thread'],
  reported: UsagePayload | null,
): UsagePayload | null {
  const resumes = thread?.resume ?? null;
  return resumes === null || threads?.counts === 'episode' ? reported : usageBeyond(resumes.usage, reported);
}

const resumed = ({ thread }: RunContext): { readonly resumes?: string } =>
  thread === undefined || thread.resume === null ? {} : { resumes: thread.resume.id };

function lossGaps(report: EpisodeReport): EventDraft[] {
  const { observed, probe, lost, homeRemoved, exit, turnedAway } = report;
  return [
    ...(probe.passed
      ? []
      : [
          gap('dispatch', 'conformance_failed', {
            count: 1,
            detail: 'The conformance probe never came back over the bridge: nothing shows that the harness used it.',
          }),
        ]),
    ...(turnedAway === 0
      ? []
      : [
          gap('content', 'request_refused', {
            count: turnedAway,
            detail:
              'Calls were refused before they came as far as the waist: they could not be read, were too long or belonged to no session. ' +
              'Nothing of them was done; what they asked for is not kept.',
          }),
        ]),
    ...(lost === 0
      ? []
      : [
          gap('recorder', 'record_lost', {
            count: lost,
            detail: 'Events about this episode could not be written while it went on.',
          }),
        ]),
    ...(homeRemoved
      ? []
      : [
          gap('file_writes', 'home_not_removed', {
            count: 1,
            detail: "The harness's private folder could not be removed after the episode.",
          }),
        ]),
    ...(exit.survivors === 0
      ? []
      : [
          gap('shell', 'children_survived', {
            count: exit.survivors,
            detail: 'Processes of the harness outlived it: what they do is not seen.',
          }),
        ]),
    ...(observed.reportedBeyond === 0
      ? []
      : [
          gap('dispatch', 'reports_not_reconciled', {
            count: observed.reportedBeyond,
            detail: 'The harness reports more calls than are compared.',
          }),
        ]),
  ];
}

/** Nothing ran. A halt that came first is a halt; anything else is thrown on, once it is on the record. */
async function notStarted(context: RunContext, error: unknown, duration_us: number): Promise<DriverResult> {
  const halt = context.killSwitch.engaged;
  const message =
    halt === null ? (error instanceof Error ? error.message : 'unknown cause') : `episode halted: ${halt.reason}`;
  const errorClass = halt === null ? codeOf(error) : 'run_halted';
  const said = errorContent(message.slice(0, 2000));
  const ended: PayloadOf['episode.ended'] = {
    episode: 1,
    completion: 'not_started',
    exit_code: null,
    signal: null,
    failed: true,
    error: said?.ref ?? null,
    error_class: errorClass,
    children_survived: 0,
    usage: null,
    duration_us,
    final: null,
  };
  await record(context.recorder, draft('episode.ended', 'system', ended, withContents(said)));
  if (halt === null)
    throw error instanceof HarnessError ? error : new HarnessError('spawn_failed', message, { cause: error });
  return {
    finished: 'halted',
    final: null,
    finalText: null,
    usage: null,
    steps: 0,
    error: message,
    errorClass,
    lost: 0,
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'spawn_failed';
}
