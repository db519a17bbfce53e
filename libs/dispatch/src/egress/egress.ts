/**
 * The one way out for the programs of a run, beside what is lent to them port by port: an HTTP proxy outside the sandbox
 * that connects to listed hosts and to nothing else. Every decision is durable on the record before it takes effect.
 */
import { EgressDesk } from './desk.ts';
import { readHostList } from './host-list.ts';
import type { EgressLease } from './lease.ts';
import type { EgressOptions } from './options.ts';
import { EgressProxy } from './proxy.ts';

export interface Egress {
  readonly allow: readonly string[];
  /** `call` is the dispatch the program runs in; null for a harness itself. */
  lend(call: number | null): EgressLease;
  /** Ends every connection and writes what could not be seen. Rejects only when that could not be recorded. */
  close(): Promise<void>;
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
