/** Whether codex has a provider and a key to work with, and if not, what to set. */
import type { Sandbox } from '@runseal/dispatch';
import type { Adapter } from '../adapter.ts';
import type { HarnessBinary } from '../binary/find.ts';
import { keyIsGiven, keyNeeded } from '../provider/key.ts';
import { probe } from '../readiness/probe.ts';
import type { Hindrance } from '../readiness/readiness.ts';
import { loginOf } from './login.ts';
import { codexKey, codexProvider, KEY_NAMES } from './provider.ts';

/** Throws HarnessError for a provider no key should be sent to. */
export async function codexHindrance(
  env: Parameters<Adapter['detect']>[1],
  sandbox: Sandbox,
  binary: HarnessBinary,
): Promise<Hindrance | null> {
  codexProvider(env);
  const out = (reason: string): Hindrance => ({ code: 'harness_logged_out', reason });
  if (!keyIsGiven(KEY_NAMES, env)) {
    const home = env['RUNSEAL_CODEX_HOME'];
    const found = home ? await loginIn(home, sandbox, binary) : 'none';
    if (found === 'chatgpt')
      return out(`codex is signed in with ChatGPT, which is not used here: set ${KEY_NAMES[0]}.`);
    if (found === 'none') return out(`codex is not logged in: set ${KEY_NAMES[0]} (or ${KEY_NAMES[2]}) to an API key.`);
  }
  return (await codexKey(env)) === null ? out(keyNeeded('codex', [KEY_NAMES[0], KEY_NAMES[2]])) : null;
}

async function loginIn(home: string, sandbox: Sandbox, binary: HarnessBinary): Promise<ReturnType<typeof loginOf>> {
  const answer = await probe(sandbox, {
    path: binary.path,
    args: ['login', 'status'],
    env: { HOME: LOGIN_HOME, CODEX_HOME: LOGIN_HOME },
    cwd: '/',
    mounts: [
      { kind: 'ro', host: binary.root, child: binary.root },
      { kind: 'ro', host: home, child: LOGIN_HOME },
    ],
  }).catch(() => null);
  return answer === null ? 'none' : loginOf(answer.stdout + answer.stderr, answer.code);
}

const LOGIN_HOME = '/run/codex-login';
