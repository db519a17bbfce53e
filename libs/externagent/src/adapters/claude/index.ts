/** The claude adapter: Anthropic's Claude Code in print mode, locked down to our bridge. */
import { HarnessError } from '@runseal/harness';
import type { Adapter } from '../../adapter.ts';
import { findBinary } from '../../binary/find.ts';
import { CLAUDE_BINARY } from './binary.ts';
import { claudeInvocation } from './invocation.ts';
import { parseLine } from './parse/line.ts';
import { STRICT_ENFORCEMENT, STRICT_PROFILES } from '../../profile/strict.ts';
import { claudeModelProvider } from './provider.ts';
import { claudeReadiness } from './readiness.ts';
import { CLAUDE_THREADS } from './threads.ts';
import { CLAUDE_TRIES } from './tries.ts';

export interface ClaudeAdapterOptions {
  /** Absolute path of the binary, above RUNSEAL_CLAUDE_BINARY. */
  readonly binary?: string;
  /** Name the bridge is registered under; calls to any other MCP server count as foreign. */
  readonly bridgeName?: string;
}

export function claudeAdapter({ binary: asked, bridgeName = 'runseal' }: ClaudeAdapterOptions = {}): Adapter {
  const readiness = claudeReadiness(asked);
  return {
    name: 'claude',
    title: 'Claude Code (claude --print)',
    vendor: 'Anthropic',
    version: '1',
    profiles: STRICT_PROFILES,
    enforcement: STRICT_ENFORCEMENT,
    minimumContainment: 'kernel',
    needsModel: true,
    threads: CLAUDE_THREADS,
    tries: CLAUDE_TRIES,
    gateway: { protocols: ['anthropic-messages'], provider: claudeModelProvider },
    binary: (env) => findBinary(CLAUDE_BINARY, env, asked),
    detect: (sandbox, env) => readiness.detect(sandbox, env),
    async command(episode) {
      const binary = await findBinary(CLAUDE_BINARY, episode.env, asked);
      if (binary === null) throw new HarnessError('harness_not_ready', 'claude is not installed.');
      return claudeInvocation(episode, binary);
    },
    parse: (line) => parseLine(line, bridgeName),
  };
}
