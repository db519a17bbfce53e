/**
 * Examines an opencode binary inside the sandbox: does it run there, is it a verified version, and which tools is its
 * agent left with? The last is asked of opencode itself, under the very configuration of an episode: all must be off.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@runseal/dispatch';
import type { HarnessBinary } from '../../binary/find.ts';
import { isFields } from '../../frames/fields.ts';
import { probe, type ProbeAnswer } from '../../readiness/probe.ts';
import type { Examined } from '../../readiness/readiness.ts';
import { lastLine, verdictsOf } from '../../readiness/verdicts.ts';
import { opencodeInvocation, programMounts } from './invocation.ts';
import { AGENT } from './lockdown.ts';
import { VERIFIED, versionOf } from './version.ts';

export async function examine(sandbox: Sandbox, binary: HarnessBinary): Promise<Examined> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'runseal-opencode-')));
  try {
    const { env } = await opencodeInvocation({ ...REHEARSAL, home, workspace: home }, binary);
    const ask = (...args: string[]): Promise<ProbeAnswer> =>
      probe(sandbox, {
        path: binary.path,
        args,
        env: { ...env, HOME: home, TMPDIR: home },
        cwd: home,
        mounts: [...programMounts(binary), { kind: 'rw', host: home, child: home }],
        ...PATIENCE,
      });
    const told = await ask('--version').catch((error: unknown) => error as Error);
    if (told instanceof Error || told.code !== 0) return notRunnable(told);
    const version = versionOf(told.stdout);
    const unfit = unfitVersion(version);
    if (unfit !== null) return unfit;
    const agent = await ask('debug', 'agent', AGENT, '--pure');
    const open = openTools(agent.stdout);
    if (open === null)
      return lockdownMissing(version, `it does not say which tools are on (${lastLine(agent.stderr) || 'not a word'})`);
    if (open.length > 0) return lockdownMissing(version, `tools of its own stay on (${open.join(', ').slice(0, 200)})`);
    return { version, problem: null, reason: '' };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** It sets up a data base before it answers anything. */
const PATIENCE = { timeoutMs: 60_000, fileBytes: 64 * 1024 * 1024 };

/** Names of the tools that are not off; null when the answer is none. */
export function openTools(answer: string): readonly string[] | null {
  try {
    const agent: unknown = JSON.parse(answer);
    const tools = isFields(agent) ? agent['tools'] : undefined;
    if (!isFields(tools) || Object.keys(tools).length === 0) return null;
    return Object.keys(tools).filter((name) => tools[name] !== false);
  } catch {
    return null;
  }
}

/** Reaches nothing: no way out is opened for a probe, and neither key nor token is a real one. */
const REHEARSAL = {
  input: 'rehearsal',
  model: 'gpt-5.5',
  profile: 'strict',
  bridge: {
    name: 'runseal',
    url: 'http://127.0.0.1:9/mcp',
    token: 'none',
    tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
    tools: ['rehearsal'],
  },
  gateway: null,
  env: { RUNSEAL_OPENCODE_BASE_URL: 'http://127.0.0.1:9/v1', RUNSEAL_OPENCODE_API_KEY: 'none' },
} as const;

const { unfitVersion, notRunnable, lockdownMissing } = verdictsOf(
  'opencode',
  VERIFIED,
  `install a ${VERIFIED} version (npm install opencode-ai@${VERIFIED}) or set RUNSEAL_OPENCODE_BINARY to its real, native binary`,
);
