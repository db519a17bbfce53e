/** The opencode adapter: opencode's run command, locked down to our bridge. */
import { HarnessError } from '@runseal/harness';
import type { Adapter } from '../../adapter.ts';
import { findBinary } from '../../binary/find.ts';
import { OPENCODE_BINARY } from './binary.ts';
import { opencodeInvocation } from './invocation.ts';
import { parseLine } from './parse/line.ts';
import { STRICT_ENFORCEMENT, STRICT_PROFILES } from '../../profile/strict.ts';
import { opencodeModelProvider } from './provider.ts';
import { opencodeReadiness } from './readiness.ts';
import { opencodeThreads } from './threads.ts';
import { OPENCODE_TRIES } from './tries.ts';

export interface OpencodeAdapterOptions {
  /** Absolute path of the binary, above RUNSEAL_OPENCODE_BINARY. */
  readonly binary?: string;
  /** Name the bridge is registered under; calls to any other MCP server count as foreign. */
  readonly bridgeName?: string;
}

export function opencodeAdapter({ binary: asked, bridgeName = 'runseal' }: OpencodeAdapterOptions = {}): Adapter {
  const readiness = opencodeReadiness(asked);
  return {
    name: 'opencode',
    title: 'opencode (opencode run)',
    vendor: 'opencode',
    version: '1',
    profiles: STRICT_PROFILES,
    enforcement: STRICT_ENFORCEMENT,
    minimumContainment: 'kernel',
    needsModel: true,
    threads: opencodeThreads(asked),
    tries: OPENCODE_TRIES,
    gateway: { protocols: ['openai-chat'], provider: opencodeModelProvider },
    binary: (env) => findBinary(OPENCODE_BINARY, env, asked),
    detect: (sandbox, env) => readiness.detect(sandbox, env),
    async command(episode) {
      const binary = await findBinary(OPENCODE_BINARY, episode.env, asked);
      if (binary === null) throw new HarnessError('harness_not_ready', 'opencode is not installed.');
      return opencodeInvocation(episode, binary);
    },
    parse: (line) => parseLine(line, bridgeName),
  };
}
