/**
 * Examines Gemini CLI inside the sandbox: does it run there, is it a verified version, does the lockdown hold? It passes
 * over settings and rules it does not know, so the last is seen from outside: the exact arguments of an episode, with a
 * listener of ours for its provider, and no tool may stand in what it asks its model.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reach, Sandbox } from '@runseal/dispatch';
import type { HarnessBinary } from '../../binary/find.ts';
import { probe, type ProbeAnswer } from '../../readiness/probe.ts';
import type { Examined } from '../../readiness/readiness.ts';
import { lastLine, verdictsOf } from '../../readiness/verdicts.ts';
import { geminiInvocation } from './invocation.ts';
import { listenForOffers } from './listener.ts';
import { VERIFIED, versionOf } from './version.ts';

export async function examine(sandbox: Sandbox, binary: HarnessBinary): Promise<Examined> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'runseal-gemini-')));
  const listener = await listenForOffers();
  try {
    const made = await geminiInvocation(rehearsal(home, listener.port), binary);
    const ask = (args: readonly string[], input: string, reach: readonly Reach[]): Promise<ProbeAnswer> =>
      probe(sandbox, {
        path: made.path,
        args,
        env: { ...made.env, HOME: home, TMPDIR: home },
        cwd: home,
        mounts: [...made.mounts, { kind: 'rw', host: home, child: home }],
        reach,
        input,
        ...PATIENCE,
      });
    const told = await ask([binary.path, '--version'], '', []).catch((error: unknown) => error as Error);
    if (told instanceof Error || told.code !== 0) return notRunnable(told);
    const version = versionOf(told.stdout);
    const unfit = unfitVersion(version);
    if (unfit !== null) return unfit;
    const rehearsed = await ask(made.args, made.stdin, made.reach);
    if (listener.offers.length === 0)
      return lockdownMissing(version, `it was not accepted (${lastLine(rehearsed.stderr) || 'without a word'})`);
    const open = [...new Set(listener.offers.flat())];
    if (open.length > 0) return lockdownMissing(version, `tools of its own stay on (${open.join(', ').slice(0, 200)})`);
    return { version, problem: null, reason: '' };
  } finally {
    await listener.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** It compiles a bundle of a hundred megabytes before it says a word. */
const PATIENCE = { timeoutMs: 60_000, fileBytes: 16 * 1024 * 1024 };

/** Without a bridge and with no key: the listener is all it reaches. */
const rehearsal = (home: string, port: number) => ({
  input: 'rehearsal',
  model: 'gemini-2.5-flash',
  profile: 'strict',
  home,
  workspace: home,
  bridge: {
    name: 'runseal',
    url: 'http://127.0.0.1:9/mcp',
    token: 'none',
    tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
    tools: ['rehearsal'],
  },
  gateway: null,
  env: { RUNSEAL_GEMINI_BASE_URL: `http://127.0.0.1:${port}`, RUNSEAL_GEMINI_API_KEY: 'none' },
});

const { unfitVersion, notRunnable, lockdownMissing } = verdictsOf(
  'gemini',
  VERIFIED,
  `install a ${VERIFIED} version (npm install @google/gemini-cli@${VERIFIED}) or set RUNSEAL_GEMINI_BINARY to its bundle/gemini.js`,
);
