/**
 * Examines a codex binary inside the sandbox: does it run there, is it a verified version, does its app-server take the
 * whole lockdown and shake hands? No thread is started and no model is asked.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@runseal/dispatch';
import type { HarnessBinary } from '../../binary/find.ts';
import { VERIFIED, versionOf } from '../../codex/version.ts';
import { isFields } from '../../frames/fields.ts';
import { probe, type ProbeAnswer, type ProbeQuestion } from '../../readiness/probe.ts';
import type { Examined } from '../../readiness/readiness.ts';
import { lastLine, verdictsOf } from '../../readiness/verdicts.ts';
import { appServerInvocation } from './invocation.ts';

export async function examine(sandbox: Sandbox, binary: HarnessBinary): Promise<Examined> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'runseal-codex-app-')));
  try {
    const { args, env, conversation } = await appServerInvocation({ ...REHEARSAL, home, workspace: home }, binary);
    const ask = (asked: readonly string[], more: Partial<ProbeQuestion> = {}): Promise<ProbeAnswer> =>
      probe(sandbox, {
        path: binary.path,
        args: asked,
        env: { ...env, HOME: home },
        cwd: home,
        mounts: [
          { kind: 'ro', host: binary.root, child: binary.root },
          { kind: 'rw', host: home, child: home },
        ],
        ...more,
      });
    const told = await ask(['--version']).catch((error: unknown) => error as Error);
    if (told instanceof Error || told.code !== 0) return notRunnable(told);
    const version = versionOf(told.stdout);
    const unfit = unfitVersion(version);
    if (unfit !== null) return unfit;
    const answer = await ask(args, { input: `${conversation!.opening.join('\n')}\n`, until: shookHands });
    if (!shookHands(answer.stdout))
      return lockdownMissing(
        version,
        `its app-server did not shake hands (${lastLine(answer.stderr) || 'not a word'})`,
      );
    return { version, problem: null, reason: '' };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Whether some line answers the first request with a result. */
export function shookHands(stdout: string): boolean {
  return stdout.split('\n').some((line) => {
    try {
      const said: unknown = JSON.parse(line);
      return isFields(said) && said['id'] === 1 && isFields(said['result']);
    } catch {
      return false;
    }
  });
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
  env: { RUNSEAL_CODEX_BASE_URL: 'http://127.0.0.1:9/v1', RUNSEAL_CODEX_API_KEY: 'none' },
} as const;

const { unfitVersion, notRunnable, lockdownMissing } = verdictsOf(
  'codex-app',
  VERIFIED,
  `install a ${VERIFIED} version (npm install @openai/codex@${VERIFIED}) or set RUNSEAL_CODEX_BINARY to its real, static binary`,
);
