/** The codex-app adapter: OpenAI's `codex app-server`, spoken with over stdio, locked down to our bridge. */
import { HarnessError } from '@runseal/harness';
import type { Adapter } from '../../adapter.ts';
import { findBinary } from '../../binary/find.ts';
import { CODEX_BINARY } from '../../codex/binary.ts';
import { codexHindrance } from '../../codex/hindrance.ts';
import { codexModelProvider } from '../../codex/provider.ts';
import { CODEX_TRIES } from '../../codex/tries.ts';
import { CODEX_THREADS } from '../../codex/threads.ts';
import { AdapterReadiness } from '../../readiness/readiness.ts';
import { examine } from './examine.ts';
import { appServerInvocation } from './invocation.ts';
import { parseLine } from './parse/line.ts';
import { APP_SERVER_ENFORCEMENT, APP_SERVER_PROFILES } from './profile.ts';

export interface CodexAppAdapterOptions {
  /** Absolute path of the binary, above RUNSEAL_CODEX_BINARY. */
  readonly binary?: string;
  /** Name the bridge is registered under; calls to any other MCP server count as foreign. */
  readonly bridgeName?: string;
}

export function codexAppAdapter({ binary: asked, bridgeName = 'runseal' }: CodexAppAdapterOptions = {}): Adapter {
  const readiness = new AdapterReadiness({
    name: 'codex-app',
    binary: CODEX_BINARY,
    asked,
    install: 'npm install -g @openai/codex',
    examine,
    login: codexHindrance,
  });
  return {
    name: 'codex-app',
    title: 'Codex CLI (codex app-server)',
    vendor: 'OpenAI',
    version: '1',
    profiles: APP_SERVER_PROFILES,
    enforcement: APP_SERVER_ENFORCEMENT,
    minimumContainment: 'kernel',
    needsModel: true,
    threads: CODEX_THREADS,
    tries: CODEX_TRIES,
    gateway: { protocols: ['openai-responses'], provider: codexModelProvider },
    binary: (env) => findBinary(CODEX_BINARY, env, asked),
    detect: (sandbox, env) => readiness.detect(sandbox, env),
    async command(episode) {
      const binary = await findBinary(CODEX_BINARY, episode.env, asked);
      if (binary === null) throw new HarnessError('harness_not_ready', 'codex is not installed.');
      return appServerInvocation(episode, binary);
    },
    parse: (line) => parseLine(line, bridgeName),
  };
}
