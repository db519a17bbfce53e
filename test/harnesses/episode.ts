/** One episode of a real CLI: pinned binary, bubblewrap, scripted model, the waist over a workspace, a record in memory. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  allowAll,
  createKillSwitch,
  createSandbox,
  createWaist,
  workspaceTools,
  type Egress,
  type KillSwitch,
  type Sandbox,
} from '@runseal/dispatch';
import { memoryRecorder, type MemoryRecorder } from '@runseal/dispatch/testing';
import { externalDriver, type Adapter } from '@runseal/externagent';
import type { DriverResult, RunContext } from '@runseal/harness';
import { FLOOR, openRun } from './seal.ts';
import {
  call,
  promptText,
  startScriptedModel,
  type Item,
  type RecordedRequest,
  type ScriptedModel,
  type Step,
} from './scripted-model.ts';

export const KEY = 'sk-scripted-0123456789abcdef';

/** What the tests have to know of one CLI beside its adapter. */
export interface CliUnderTest {
  /** The pinned version: another one is not what these tests are about. */
  readonly version: string;
  /** Name for the installer. */
  readonly install: string;
  readonly model: string;
  readonly adapter: () => Adapter;
  /** The operator's settings that lead it to the scripted model. */
  readonly env: (model: Pick<ScriptedModel, 'url' | 'origin' | 'port'>) => Readonly<Record<string, string>>;
  /** Requests it makes beside its turns. */
  readonly aside?: (body: unknown) => boolean;
  /** Namespace of the bridge's tools where the CLI keeps them off its list until they are searched for. */
  readonly namespace?: string;
  /** Tools of its own that stay on offer and reach nothing. */
  readonly harmless?: readonly string[];
  /** What it calls a tool of ours before its model, from what its request offers. */
  readonly offered: (request: RecordedRequest) => readonly string[];
}

export interface EpisodeSetup {
  readonly scenario: readonly Step[];
  /** Default: the adapter's own. */
  readonly profile?: string;
  /** Lead the model calls through the gateway. Default: not. */
  readonly gateway?: boolean;
  readonly maxTokens?: number;
  readonly objective?: string;
  /** Weakest containment. Default: the kernel's. */
  readonly floor?: 'process' | 'kernel';
  /** Default 50 s. */
  readonly timeoutMs?: number;
  /** Most calls of tools. Default 100. */
  readonly maxCalls?: number;
  /** Default: what is in memory is all that is kept. */
  readonly recorder?: (memory: MemoryRecorder) => Promise<MemoryRecorder>;
  /** The run's way out. */
  readonly egress?: (recorder: MemoryRecorder) => Promise<Egress>;
  /** The CLI's conversation: to be kept, or gone on with. */
  readonly thread?: NonNullable<RunContext['thread']>;
  /** Default: real bubblewrap. */
  readonly sandbox?: (model: ScriptedModel) => Sandbox;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly env?: Readonly<Record<string, string>>;
  /** What lies in the workspace beforehand: path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Runs beside the episode, e.g. to halt it. */
  readonly meanwhile?: (world: World) => Promise<void>;
}

export interface World {
  readonly model: ScriptedModel;
  readonly recorder: MemoryRecorder;
  readonly killSwitch: KillSwitch;
  readonly workspace: string;
}

export interface EpisodeOutcome extends World {
  readonly result: DriverResult;
  /** Everything that was recorded, contents included, as one haystack of bytes. */
  readonly recorded: Buffer;
  cleanUp(): Promise<void>;
}

/** The probe every episode has to answer first: the nonce is in the prompt. */
export const conformance = (namespace?: string): Item =>
  call(
    'conformance_check',
    (body) => ({ nonce: /"nonce": "([0-9a-f]+)"/.exec(promptText(body))?.[1] ?? 'not found' }),
    namespace,
  );

export const bubblewrap = (): Sandbox => createSandbox({ prefer: 'bubblewrap' });

export async function runEpisodeOf(cli: CliUnderTest, setup: EpisodeSetup): Promise<EpisodeOutcome> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cli-episode-')));
  const model = await startScriptedModel({
    scenario: setup.scenario,
    ...(setup.tls ? { tls: setup.tls } : {}),
    ...(cli.aside ? { aside: cli.aside } : {}),
  });
  const cleanUp = async (): Promise<void> => {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await drive(cli, setup, model, folder)), cleanUp };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function drive(
  cli: CliUnderTest,
  setup: EpisodeSetup,
  model: ScriptedModel,
  folder: string,
): Promise<Omit<EpisodeOutcome, 'cleanUp'>> {
  const [workspace, scratch] = [await mkdtemp(join(folder, 'workspace-')), await mkdtemp(join(folder, 'scratch-'))];
  for (const [path, text] of Object.entries(setup.files ?? {})) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  const memory = memoryRecorder(`run-${randomUUID()}`);
  const recorder = (await setup.recorder?.(memory)) ?? memory;
  const killSwitch = createKillSwitch();
  const sandbox = setup.sandbox?.(model) ?? bubblewrap();
  const tools = workspaceTools();
  const egress = await setup.egress?.(recorder);
  const waist = createWaist({
    recorder,
    tools,
    grant: allowAll(tools),
    sandbox,
    workspace,
    floor: setup.floor ?? FLOOR,
    killSwitch,
    maxCalls: setup.maxCalls ?? 100,
    maxOutputBytes: 100_000,
    callTimeoutMs: 30_000,
  });
  const adapter = cli.adapter();
  const driver = externalDriver(adapter);
  const { enforcement, gatewayEnforcement } = driver.describe();
  const profile = setup.profile ?? adapter.profiles[0]!;
  const objective = setup.objective ?? 'Write hello.txt.';
  const floor = setup.floor ?? FLOOR;
  await openRun(recorder, {
    objective,
    harness: adapter.name,
    version: cli.version,
    model: cli.model,
    profile,
    enforcement: (setup.gateway === true ? gatewayEnforcement! : enforcement)[profile]!,
    grant: tools.map((tool) => tool.name),
  });
  const world: World = { model, recorder, killSwitch, workspace };
  const beside = setup.meanwhile?.(world);
  const result = await driver.run({
    run: recorder.run,
    objective,
    stopCondition: null,
    guidance: null,
    maxSteps: 1,
    timeoutMs: setup.timeoutMs ?? 50_000,
    model: cli.model,
    profile,
    gateway: setup.gateway ?? false,
    maxTokens: setup.maxTokens ?? null,
    floor,
    workspace,
    scratch,
    waist,
    recorder,
    sandbox,
    killSwitch,
    ...(setup.thread === undefined ? {} : { thread: setup.thread }),
    ...(egress === undefined ? {} : { egress }),
    env: { ...cli.env(model), ...setup.env },
  });
  await beside;
  await egress?.close();
  return { ...world, result, recorded: everythingIn(recorder) };
}

function everythingIn(recorder: MemoryRecorder): Buffer {
  const contents = recorder.events.flatMap((event) =>
    refsIn(event.payload).map((ref) => recorder.contentOf(ref).bytes),
  );
  return Buffer.concat([...recorder.canonical, ...contents]);
}

/** Content references wherever they stand in a payload. */
function refsIn(value: unknown): { readonly commitment: Uint8Array }[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  const fields = value as Record<string, unknown>;
  const here =
    fields['commitment'] instanceof Uint8Array && 'media' in fields ? [{ commitment: fields['commitment'] }] : [];
  return [...here, ...Object.values(fields).flatMap(refsIn)];
}
