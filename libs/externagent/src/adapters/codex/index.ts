/** The codex adapter: OpenAI's `codex exec`, locked down to our bridge. */
import { HarnessError } from '@runseal/harness';
import type { Adapter } from '../../adapter.ts';
import { findBinary } from '../../binary/find.ts';
import { CODEX_BINARY } from '../../codex/binary.ts';
import { codexInvocation } from './invocation.ts';
import { parseLine } from './parse/line.ts';
import { CODEX_ENFORCEMENT, CODEX_PROFILES } from '../../codex/profile.ts';
import { CODEX_TRIES } from '../../codex/tries.ts';
import { codexModelProvider } from '../../codex/provider.ts';
import { CODEX_THREADS } from '../../codex/threads.ts';
import { codexReadiness } from './readiness.ts';

export interface CodexAdapterOptions {
  /** Absolute path of the binary, above RUNSEAL_CODEX_BINARY. */
  readonly binary?: string;
  /** Name the bridge is registered under; calls to any other MCP server count as foreign. */
  readonly bridgeName?: string;
}

export function codexAdapter({ binary: asked, bridgeName = 'runseal' }: CodexAdapterOptions = {}): Adapter {
  const readiness = codexReadiness(asked);
  return {
    name: 'codex',
    title: 'Codex CLI (codex exec)',
    vendor: 'OpenAI',
    version: '1',
    profiles: CODEX_PROFILES,
    enforcement: CODEX_ENFORCEMENT,
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
      return codexInvocation(episode, binary);
    },
    parse: (line) => parseLine(line, bridgeName),
  };
}
