/**
 * The one way out for the programs of a run, beside what is lent to them port by port: an HTTP proxy outside the sandbox
 * that connects to listed hosts and to nothing else. Every decision is durable on the record before it takes effect.
 */
import type { Recorder } from '@runseal/spine';
import type { Reach } from '../containment/sandbox.ts';
import type { Dial } from './dial.ts';
import { EgressDesk } from './desk.ts';
import { readHostList } from './host-list.ts';
import type { Resolve } from './judge.ts';
import { EgressProxy } from './proxy.ts';

/** What one program gets to go out with. */
export interface EgressLease {
  readonly reach: Reach;
  /** Proxy settings as programs know them. */
  readonly env: Readonly<Record<string, string>>;
  /** What must not stand on the record, in every form it travels in. */
  readonly secrets: readonly string[];
  /** Ends its connections; the lease is good for nothing afterwards. */
  release(): void;
}

export interface Egress {
  readonly allow: readonly string[];
  /** `call` is the dispatch the program runs in; null for a harness itself. */
  lend(call: number | null): EgressLease;
  /** Ends every connection and writes what could not be seen. Rejects only when that could not be recorded. */
  close(): Promise<void>;
}

export interface EgressOptions {
  /** At least one host, as {@link readHostList} reads them. */
  readonly allow: readonly string[];
  readonly recorder: Recorder;
  /** The record cannot be written: nothing goes out any more, and the run must stop. */
  readonly onFatal: (error: unknown) => void;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
}

/** Throws DispatchError `runseal.egress_invalid`; rejects when no loopback port can be had. */
export async function startEgress(options: EgressOptions): Promise<Egress> {
  const list = readHostList(options.allow);
  const desk = new EgressDesk(list, options);
  const proxy = await EgressProxy.start(desk, options.dial);
  return {
    allow: options.allow,
    lend: (call) => proxy.lend(call),
    async close() {
      await proxy.close();
      await desk.close();
    },
  };
}
