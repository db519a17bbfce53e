/** A run to test drivers with: a real waist over real folders and a real sandbox; only the record is kept in memory. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKillSwitch,
  createWaist,
  grantOf,
  processSandbox,
  workspaceTools,
  type Sandbox,
  type Tool,
} from '@runseal/dispatch';
import { memoryRecorder, type MemoryRecorder } from '@runseal/dispatch/testing';
import type { RunContext } from '../driver.ts';

export interface TestRunOptions extends Partial<
  Pick<
    RunContext,
    | 'objective'
    | 'stopCondition'
    | 'guidance'
    | 'maxSteps'
    | 'timeoutMs'
    | 'model'
    | 'profile'
    | 'floor'
    | 'env'
    | 'showing'
    | 'resume'
  >
> {
  readonly sandbox?: Sandbox;
  /** Beside the workspace's own. */
  readonly tools?: readonly Tool[];
  /** Default: every tool. */
  readonly grant?: readonly string[];
  /** Files in the workspace, path → text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly gateway?: boolean;
  readonly maxTokens?: number;
  readonly maxCalls?: number;
  readonly callTimeoutMs?: number;
  readonly maxOutputBytes?: number;
}

export interface TestRun {
  readonly context: RunContext;
  readonly recorder: MemoryRecorder;
  /** Types of all events so far, in order. */
  types(): string[];
  remove(): Promise<void>;
}

export async function openTestRun(options: TestRunOptions = {}): Promise<TestRun> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'runseal-run-')));
  const [workspace, scratch] = [join(root, 'workspace'), join(root, 'scratch')];
  for (const folder of [workspace, scratch]) await mkdir(folder, { mode: 0o700 });
  for (const [path, text] of Object.entries(options.files ?? {})) await writeFile(join(workspace, path), text);
  const recorder = memoryRecorder();
  const sandbox = options.sandbox ?? processSandbox();
  const killSwitch = createKillSwitch();
  const floor = options.floor ?? 'process';
  const tools: readonly Tool[] = [...workspaceTools(), ...(options.tools ?? [])];
  const waist = createWaist({
    recorder,
    tools,
    grant: grantOf(options.grant ?? tools.map((tool) => tool.name)),
    sandbox,
    workspace,
    floor,
    killSwitch,
    maxCalls: options.maxCalls ?? 100,
    maxOutputBytes: options.maxOutputBytes ?? 65_536,
    callTimeoutMs: options.callTimeoutMs ?? 10_000,
  });
  const context: RunContext = {
    run: recorder.run,
    objective: options.objective ?? 'Do it.',
    stopCondition: options.stopCondition ?? null,
    guidance: options.guidance ?? null,
    maxSteps: options.maxSteps ?? 16,
    timeoutMs: options.timeoutMs ?? 30_000,
    model: options.model ?? null,
    profile: options.profile ?? null,
    gateway: options.gateway ?? true,
    maxTokens: options.maxTokens ?? null,
    floor,
    workspace,
    scratch,
    waist,
    recorder,
    sandbox,
    killSwitch,
    env: options.env ?? {},
    ...(options.showing !== undefined && { showing: options.showing }),
    ...(options.resume !== undefined && { resume: options.resume }),
  };
  return {
    context,
    recorder,
    types: () => recorder.events.map((event) => event.type),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
