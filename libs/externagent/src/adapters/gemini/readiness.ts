/** Whether Gemini CLI can start an episode here: what is asked of it beside what is asked of every CLI. */
import type { Adapter } from '../../adapter.ts';
import { keyFrom, keyNeeded } from '../../provider/key.ts';
import { AdapterReadiness, type Hindrance } from '../../readiness/readiness.ts';
import { GEMINI_BINARY } from './binary.ts';
import { examine } from './examine.ts';
import { geminiProvider, KEY_NAMES } from './provider.ts';

export const geminiReadiness = (asked: string | undefined): AdapterReadiness =>
  new AdapterReadiness({
    name: 'gemini',
    binary: GEMINI_BINARY,
    asked,
    install: 'npm install -g @google/gemini-cli',
    examine,
    login: (env) => Promise.resolve(login(env)),
  });

/** A subscription's login is never used: it lies in the operator's own home, which no episode sees. */
function login(env: Parameters<Adapter['detect']>[1]): Hindrance | null {
  geminiProvider(env);
  if (keyFrom(KEY_NAMES, env) !== null) return null;
  return { code: 'harness_logged_out', reason: keyNeeded('gemini', KEY_NAMES) };
}
