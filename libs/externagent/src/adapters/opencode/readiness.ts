/** Whether opencode can start an episode here: what is asked of it beside what is asked of every CLI. */
import type { Adapter } from '../../adapter.ts';
import { keyFrom, keyNeeded } from '../../provider/key.ts';
import { AdapterReadiness, type Hindrance } from '../../readiness/readiness.ts';
import { OPENCODE_BINARY } from './binary.ts';
import { examine } from './examine.ts';
import { opencodeProvider, KEY_NAMES } from './provider.ts';

export const opencodeReadiness = (asked: string | undefined): AdapterReadiness =>
  new AdapterReadiness({
    name: 'opencode',
    binary: OPENCODE_BINARY,
    asked,
    install: 'npm install -g opencode-ai',
    examine,
    login: (env) => Promise.resolve(login(env)),
  });

/** A login of opencode is never used: it lies in the home of the operator, which no episode sees. */
function login(env: Parameters<Adapter['detect']>[1]): Hindrance | null {
  opencodeProvider(env);
  if (keyFrom(KEY_NAMES, env) !== null) return null;
  return { code: 'harness_logged_out', reason: keyNeeded('opencode', KEY_NAMES) };
}
