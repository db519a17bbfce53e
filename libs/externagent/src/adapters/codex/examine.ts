/**
 * Examines a codex binary inside the sandbox: does it run there, is it a verified version, and does it know every part
 * of the lockdown? The last is a rehearsal: the exact arguments of an episode with an empty prompt, which codex refuses
 * after it has checked all of them and before it does anything.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@runseal/dispatch';
import type { HarnessBinary } from '../../binary/find.ts';
import { probe, type ProbeAnswer } from '../../readiness/probe.ts';
import type { Examined } from '../../readiness/readiness.ts';
import { lastLine, verdictsOf } from '../../readiness/verdicts.ts';
import { codexInvocation } from './invocation.ts';
import { CODEX_PROFILES, type CodexProfile } from '../../codex/profile.ts';
import { VERIFIED, versionOf } from '../../codex/version.ts';

export async function examine(sandbox: Sandbox, binary: HarnessBinary): Promise<Examined> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'runseal-codex-')));
  try {
    const ask = (args: readonly string[]): Promise<ProbeAnswer> => probe(sandbox, question(binary, home, args));
    const told = await ask(['--version']).catch((error: unknown) => error as Error);
    if (told instanceof Error || told.code !== 0) return notRunnable(told);
    const version = versionOf(told.stdout);
    const unfit = unfitVersion(version);
    if (unfit !== null) return unfit;
    const help = await ask(['exec', '--help']);
    if (help.code !== 0) return lockdownMissing(version, `codex exec --help failed (${lastLine(help.stderr)})`);
    const absent = OPTIONS.filter((option) => !help.stdout.includes(option));
    if (absent.length > 0) return lockdownMissing(version, `codex exec has no ${absent.join(', ')}`);
    for (const profile of CODEX_PROFILES) {
      const complaint = await rehearse(sandbox, binary, home, profile);
      if (complaint !== null)
        return lockdownMissing(version, `the ${profile} lockdown was not accepted (${complaint})`);
    }
    return { version, problem: null, reason: '' };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const OPTIONS = [
  '--json',
  '--sandbox',
  '--strict-config',
  '--ignore-user-config',
  '--ignore-rules',
  '--disable',
  '--output-last-message',
] as const;

/** Null when codex got as far as missing its prompt; else what it complained about. */
async function rehearse(
  sandbox: Sandbox,
  binary: HarnessBinary,
  home: string,
  profile: CodexProfile,
): Promise<string | null> {
  const invocation = await codexInvocation({ ...REHEARSAL, profile, home, workspace: home }, binary);
  const answer = await probe(sandbox, {
    ...question(binary, home, invocation.args),
    env: { HOME: home, CODEX_HOME: join(home, 'codex') },
  });
  if (answer.stdout === '' && answer.stderr.includes('No prompt provided')) return null;
  return lastLine(answer.stderr) || `exit ${String(answer.code)} without a word`;
}

/** Reaches nothing: no way out is opened for a probe, and neither key nor token enters its environment. */
const REHEARSAL = {
  input: 'rehearsal',
  model: 'gpt-5.5',
  bridge: {
    name: 'runseal',
    url: 'http://127.0.0.1:9/mcp',
    token: 'none',
    tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
    tools: ['rehearsal'],
  },
  gateway: null,
  env: { RUNSEAL_CODEX_BASE_URL: 'http://127.0.0.1:9/v1', RUNSEAL_CODEX_API_KEY: 'none' },
} as const;

const question = (binary: HarnessBinary, home: string, args: readonly string[]) => ({
  path: binary.path,
  args,
  env: { HOME: home, CODEX_HOME: home },
  cwd: home,
  mounts: [
    { kind: 'ro', host: binary.root, child: binary.root },
    { kind: 'rw', host: home, child: home },
  ] as const,
});

const { unfitVersion, notRunnable, lockdownMissing } = verdictsOf(
  'codex',
  VERIFIED,
  `install a ${VERIFIED} version (npm install @openai/codex@${VERIFIED}) or set RUNSEAL_CODEX_BINARY to its real, static binary`,
);
