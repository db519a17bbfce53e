/**
 * Finds what holds a CLI's native surfaces by driving the real binary, in the sandbox, with a scripted model that tries
 * each of them. What the profile says is a promise; this is what came of trying it.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowAll, createKillSwitch, createWaist, type Sandbox } from '@runseal/dispatch';
import type { RunContext } from '@runseal/harness';
import type { EventDraft, Recorder } from '@runseal/spine';
import type { Adapter, SurfaceTries, TriedProtocol } from '../adapter.ts';
import { CONFORMANCE_TOOL } from '../bridge/conformance.ts';
import { externalDriver } from '../driver.ts';
import type { Fields } from '../frames/fields.ts';
import { startCanary } from './canary.ts';
import { findings, type TriedSurface } from './findings.ts';
import { plant } from './planted.ts';
import type { Way } from './probed-profile.ts';
import { CHAT } from './scripted/chat.ts';
import { GEMINI } from './scripted/gemini.ts';
import { MESSAGES } from './scripted/messages.ts';
import { startScriptedProvider, type Said } from './scripted/provider.ts';
import { RESPONSES } from './scripted/responses.ts';
import type { Tongue } from './scripted/speech.ts';
import { trialSandbox } from './trial-sandbox.ts';

export interface Tried {
  readonly surfaces: readonly TriedSurface[];
  /** Tools of its own that it offered to its model, beside ours. */
  readonly offered: readonly string[];
  /** Whether the episode got as far as its last word; else what was not reached is unknown. */
  readonly complete: boolean;
}

const TONGUES: Readonly<Record<TriedProtocol, Tongue>> = {
  'openai-responses': RESPONSES,
  'openai-chat': CHAT,
  'anthropic-messages': MESSAGES,
  gemini: GEMINI,
};

export interface TryOptions {
  readonly adapter: Adapter;
  readonly profile: string;
  /** How its model calls go: a trial goes the way of the run that it is for. */
  readonly way: Way;
  readonly sandbox: Sandbox;
  /** The operator's environment: says which program. Its provider and key are not used. */
  readonly env: RunContext['env'];
}

/** null when it is not known how to try this CLI. Rejects as {@link externalDriver}'s run does when it cannot be started. */
export async function trySurfaces({ adapter, profile, way, sandbox, env }: TryOptions): Promise<Tried | null> {
  const script = adapter.tries;
  if (script === undefined) return null;
  const tongue = TONGUES[script.protocol];
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'runseal-try-')));
  const counting = countingRecorder();
  const canary = await startCanary();
  const provider = await startScriptedProvider(tongue, (turn, body) => saidIn(script, tongue, turn, body));
  try {
    const context = await contextIn(folder, {
      adapter,
      ...{ profile, way },
      sandbox: trialSandbox(sandbox, canary, Number(new URL(provider.url).port)),
      env: { ...env, ...script.env(provider.url) },
      model: script.model,
      recorder: counting.recorder,
    });
    await plant(context.workspace, 'project_config', canary.inside);
    const driver = externalDriver(adapter, sandbox);
    const { enforcement, gatewayEnforcement } = driver.describe();
    const led = way === 'gateway' ? gatewayEnforcement : undefined;
    const { finished } = await driver.run(context);
    const complete = finished === 'completed' && provider.turns.length === script.tries.length + 2;
    const { turns, heard } = provider;
    const relayed = led === undefined ? null : counting.relayed();
    const declared = (led ?? enforcement)[profile] ?? {};
    return findings({ script, tongue, turns, heard, relayed, canary, complete, declared });
  } finally {
    await provider.close();
    await canary.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** First the conformance probe, then every try, then the last word. */
function saidIn({ tries, namespace: unlisted }: SurfaceTries, tongue: Tongue, turn: number, body: Fields): Said {
  if (turn === 0) {
    const nonce = /"nonce\\?": \\?"([0-9a-f]+)/.exec(JSON.stringify(body))?.[1] ?? '';
    // Our tool under the name and namespace this CLI offers it by.
    const found = tongue.toolsIn(body).find(({ name }) => name.endsWith(CONFORMANCE_TOOL));
    const speech = { kind: 'call', name: found?.name ?? CONFORMANCE_TOOL, args: { nonce } } as const;
    return { speech, namespace: found === undefined ? unlisted : found.namespace };
  }
  const attempt = tries[turn - 1];
  return { speech: attempt?.speech ?? { kind: 'say', text: 'Done.' }, namespace: null };
}

interface Trying extends TryOptions {
  readonly model: string;
  readonly recorder: Recorder;
}

/** Keeps nothing, but counts the model calls that our gateway passed on. */
function countingRecorder(): { readonly recorder: Recorder; readonly relayed: () => number } {
  let relayed = 0;
  const append: Recorder['append'] = (...drafts) => {
    relayed += drafts.filter(passedOn).length;
    return Promise.resolve([]);
  };
  return { recorder: { run: 'try', append }, relayed: () => relayed };
}

/** One that was refused went to no endpoint. */
const passedOn = ({ type, payload }: EventDraft): boolean =>
  type === 'model.called' && (payload as { endpoint?: unknown }).endpoint !== '';

async function contextIn(
  folder: string,
  { adapter, profile, way, sandbox, env, model, recorder }: Trying,
): Promise<RunContext> {
  const [workspace, scratch] = [join(folder, 'workspace'), join(folder, 'scratch')];
  for (const path of [workspace, scratch]) await mkdir(path, { mode: 0o700 });
  const killSwitch = createKillSwitch();
  const floor = adapter.minimumContainment;
  const waist = createWaist({
    recorder,
    tools: [],
    grant: allowAll([]),
    sandbox,
    workspace,
    floor,
    killSwitch,
    maxCalls: 100,
    maxOutputBytes: 10_000,
    callTimeoutMs: 10_000,
  });
  return {
    ...{ run: recorder.run, objective: 'Try.', stopCondition: null, guidance: null, maxSteps: 1, timeoutMs: 90_000 },
    ...{ model, profile, gateway: way === 'gateway', maxTokens: null, floor, env },
    ...{ workspace, scratch, waist, recorder, sandbox, killSwitch },
  };
}
