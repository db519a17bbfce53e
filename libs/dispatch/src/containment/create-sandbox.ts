import { bubblewrapSandbox } from './bubblewrap/bubblewrap-sandbox.ts';
import { atLeast } from './levels.ts';
import { processSandbox } from './process/process-sandbox.ts';
import type { Sandbox, SandboxProbe } from './sandbox.ts';

export interface SandboxOptions {
  /** `bubblewrap`: that or nothing. `process`: no containment, on purpose. Absent: the strongest that works here. */
  readonly prefer?: 'bubblewrap' | 'process';
}

/** The sandbox of this host. What it enforces is found out by trying, once. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  if (options.prefer === 'process') return processSandbox();
  const bubblewrap = bubblewrapSandbox();
  return options.prefer === 'bubblewrap' ? bubblewrap : withFallback(bubblewrap, processSandbox());
}

/** `strong` where it holds, else `plain`, whose probe then says what would have to be done to have the other. */
function withFallback(strong: Sandbox, plain: Sandbox): Sandbox {
  const holds = async (): Promise<boolean> => atLeast((await strong.probe()).level, 'kernel');
  return {
    async probe(): Promise<SandboxProbe> {
      const probe = await strong.probe();
      return (await holds()) ? probe : { ...(await plain.probe()), reason: probe.reason };
    },
    async start(spec) {
      return (await holds()) || atLeast(spec.floor, 'kernel') ? strong.start(spec) : plain.start(spec);
    },
  };
}
