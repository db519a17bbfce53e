import type { Sandbox, Tool } from '@runseal/dispatch';
import type { Probes } from '../harnesses/probes.ts';
import type { DriverRegistry } from '@runseal/harness';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Desks } from '../approvals/desks.ts';
import type { Closers } from '../closing/close-run.ts';
import type { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import type { ClaimsRepository } from './claims.repository.ts';

/** What runs are driven with. */
export interface Means extends Closers {
  readonly sql: Sql;
  readonly claims: ClaimsRepository;
  readonly desks: Desks;
  readonly registry: DriverRegistry;
  readonly tools: readonly Tool[];
  readonly remotes: RemoteHarnesses;
  readonly sandbox: Sandbox;
  readonly probes: Probes;
  /** Absolute and real. */
  readonly dataDir: string;
  readonly leaseMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}
