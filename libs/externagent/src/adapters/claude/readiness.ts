/** Whether Claude Code can start an episode here: what is asked of it beside what is asked of every CLI. */
import type { Adapter } from '../../adapter.ts';
import { keyFrom, keyNeeded } from '../../provider/key.ts';
import { AdapterReadiness, type Hindrance } from '../../readiness/readiness.ts';
import { CLAUDE_BINARY } from './binary.ts';
import { examine } from './examine.ts';
import { claudeProvider, KEY_NAMES } from './provider.ts';

export const claudeReadiness = (asked: string | undefined): AdapterReadiness =>
  new AdapterReadiness({
    name: 'claude',
    binary: CLAUDE_BINARY,
    asked,
    install: 'npm install -g @anthropic-ai/claude-code',
    examine,
    login: (env) => Promise.resolve(login(env)),
  });

/** A subscription's login is never used: it lies in the operator's own home, which no episode sees. */
function login(env: Parameters<Adapter['detect']>[1]): Hindrance | null {
  claudeProvider(env);
  if (keyFrom(KEY_NAMES, env) !== null) return null;
  return { code: 'harness_logged_out', reason: keyNeeded('claude', KEY_NAMES) };
}
