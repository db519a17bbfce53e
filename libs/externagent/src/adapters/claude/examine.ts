/**
 * Examines a Claude Code binary inside the sandbox: does it run there, is it a verified version, does it take the whole
 * lockdown? The last is a rehearsal: the exact arguments of an episode with an empty prompt, which it complains about
 * after it has read all of them and before it does anything.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@runseal/dispatch';
import type { HarnessBinary } from '../../binary/find.ts';
import { probe, type ProbeAnswer } from '../../readiness/probe.ts';
import type { Examined } from '../../readiness/readiness.ts';
import { lastLine, verdictsOf } from '../../readiness/verdicts.ts';
import { claudeInvocation, programMounts } from './invocation.ts';
import { VERIFIED, versionOf } from './version.ts';

export async function examine(sandbox: Sandbox, binary: HarnessBinary): Promise<Examined> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'runseal-claude-')));
  const ask = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProbeAnswer> =>
    probe(sandbox, {
      path: binary.path,
      args,
      env: { HOME: home, TMPDIR: home, CLAUDE_CONFIG_DIR: home, ...env },
      cwd: home,
      mounts: [...programMounts(binary), { kind: 'rw', host: home, child: home }],
    });
  try {
    const told = await ask(['--version']).catch((error: unknown) => error as Error);
    if (told instanceof Error || told.code !== 0) return notRunnable(told);
    const version = versionOf(told.stdout);
    const unfit = unfitVersion(version);
    if (unfit !== null) return unfit;
    const { args, env } = await claudeInvocation({ ...REHEARSAL, home, workspace: home }, binary);
    const rehearsed = await ask(args, env);
    if (rehearsed.stdout !== '' || !rehearsed.stderr.includes(NO_PROMPT))
      return lockdownMissing(version, `it was not accepted (${lastLine(rehearsed.stderr) || 'without a word'})`);
    return { version, problem: null, reason: '' };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const NO_PROMPT = 'Input must be provided';

/** Reaches nothing: no way out is opened for a probe, and neither key nor token is a real one. */
const REHEARSAL = {
  input: 'rehearsal',
  model: 'claude-sonnet-4-5',
  profile: 'strict',
  bridge: {
    name: 'runseal',
    url: 'http://127.0.0.1:9/mcp',
    token: 'none',
    tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
    tools: ['rehearsal'],
  },
  gateway: null,
  env: { RUNSEAL_CLAUDE_BASE_URL: 'http://127.0.0.1:9', RUNSEAL_CLAUDE_API_KEY: 'none' },
} as const;

const { unfitVersion, notRunnable, lockdownMissing } = verdictsOf(
  'claude',
  VERIFIED,
  `install a ${VERIFIED} version (npm install @anthropic-ai/claude-code@${VERIFIED}) or set RUNSEAL_CLAUDE_BINARY to its real, native binary`,
);
