/** The gemini adapter: Google's Gemini CLI, run headless and locked down to our bridge. */
import { HarnessError } from '@runseal/harness';
import type { Adapter } from '../../adapter.ts';
import { findBinary } from '../../binary/find.ts';
import { GEMINI_BINARY } from './binary.ts';
import { geminiInvocation } from './invocation.ts';
import { parseLine } from './parse/line.ts';
import { STRICT_ENFORCEMENT, STRICT_PROFILES } from '../../profile/strict.ts';
import { geminiModelProvider } from './provider.ts';
import { geminiReadiness } from './readiness.ts';
import { GEMINI_THREADS } from './threads.ts';
import { GEMINI_TRIES } from './tries.ts';

const STRICT: Adapter['enforcement'][string] = STRICT_ENFORCEMENT.strict;

/** It always reads a GEMINI.md where it starts, whatever it is told: that is its own home, which holds none. */
const GEMINI_ENFORCEMENT: Adapter['enforcement'] = { strict: { ...STRICT, project_config: 'contained' } };

export interface GeminiAdapterOptions {
  /** Absolute path of bundle/gemini.js, above RUNSEAL_GEMINI_BINARY. */
  readonly binary?: string;
  /** Name the bridge is registered under; calls to any other MCP server count as foreign. */
  readonly bridgeName?: string;
}

export function geminiAdapter({ binary: asked, bridgeName = 'runseal' }: GeminiAdapterOptions = {}): Adapter {
  const readiness = geminiReadiness(asked);
  return {
    name: 'gemini',
    title: 'Gemini CLI (gemini, headless)',
    vendor: 'Google',
    version: '1',
    profiles: STRICT_PROFILES,
    enforcement: GEMINI_ENFORCEMENT,
    minimumContainment: 'kernel',
    needsModel: true,
    tries: GEMINI_TRIES,
    threads: GEMINI_THREADS,
    gateway: { protocols: ['gemini'], provider: geminiModelProvider },
    binary: (env) => findBinary(GEMINI_BINARY, env, asked),
    detect: (sandbox, env) => readiness.detect(sandbox, env),
    async command(episode) {
      const binary = await findBinary(GEMINI_BINARY, episode.env, asked);
      if (binary === null) throw new HarnessError('harness_not_ready', 'gemini is not installed.');
      return geminiInvocation(episode, binary);
    },
    parse: (line) => parseLine(line, bridgeName),
  };
}
