import { DispatchError, type ApprovalDesk, type ApprovalRequest, type Ruling } from '@runseal/dispatch';
import type { Sql } from 'postgres';
import { isStoreAway } from '../database/store-away.ts';
import { Bell } from '../events/bell.ts';
import type { DecisionRow } from './approval-row.ts';

/** Looks at least this often, for a notice may be lost with its connection. Milliseconds. */
const SLOW_LOOK_MS = 2000;

export interface DeskOf {
  readonly run: string;
  readonly workspace: string;
  /** Aborted when the run is to be left as it stands, for another worker. */
  readonly release: AbortSignal;
  /** True once another worker has the run: then nothing is withdrawn from under it. */
  readonly lost: () => boolean;
}

interface Standing {
  readonly state: 'pending' | Ruling['state'];
  /** Milliseconds until it expires, by the clock of the database. */
  readonly left: number;
  readonly decisions: readonly (DecisionRow & { readonly commitment: string })[];
}

/** Where the runs of one worker wait for people. Decisions ring; the worker hears, and tells the run that waits. */
export class Desks {
  private readonly sql: Sql;
  private readonly bells = new Map<string, Bell>();
  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** Something was decided about the run. */
  ring(run: string): void {
    for (const [key, bell] of this.bells) if (key.startsWith(`${run} `)) bell.ring();
  }

  /** Something may have been missed. */
  ringAll(): void {
    for (const bell of this.bells.values()) bell.ring();
  }

  deskOf(of: DeskOf): ApprovalDesk {
    return {
      now: () => this.now(),
      ask: (request) => this.ask(of, request),
      ruling: (approval, signal) => this.ruling(of, approval, signal),
      use: async (approval) =>
        (
          await this.sql`
            update runseal.approval set used_at = now()
            where workspace = ${of.workspace} and run = ${of.run} and approval = ${approval} and state = 'approved' and used_at is null
            returning 1`
        ).length > 0,
    };
  }

  /** The clock of the database, which times and judges decisions. */
  private async now(): Promise<number> {
    const [row] = await this.sql<{ at: number }[]>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`;
    return row!.at;
  }

  private async ask({ run, workspace }: DeskOf, request: ApprovalRequest): Promise<void> {
    const { policy } = request;
    // A text column holds no NUL, and the names in a scope are a model's.
    const scope = request.scope.replaceAll('\0', '\ufffd').slice(0, 256).toWellFormed();
    await this.sql`
      insert into runseal.approval (workspace, run, approval, call, action, scope, commitment, required, deciders, expires_at)
      values (${workspace}, ${run}, ${request.approval}, ${request.call}, ${request.action}, ${scope},
        ${Buffer.from(request.args.commitment)}, ${policy.required},
        string_to_array(${policy.of.length === 0 ? null : policy.of.join(',')}, ','), ${new Date(request.expiresAt)})
      on conflict (workspace, run, call) do nothing`;
  }

  private async ruling(of: DeskOf, approval: string, signal: AbortSignal): Promise<Ruling> {
    const bell = new Bell();
    const key = `${of.run} ${approval}`;
    this.bells.set(key, bell);
    const woken = AbortSignal.any([signal, of.release]);
    try {
      for (;;) {
        if (of.lost() || (of.release.aborted && !signal.aborted)) throw released();
        if (signal.aborted) await this.end(of, approval, 'withdrawn');
        const standing = await this.standing(of, approval).catch((error: unknown) => {
          if (signal.aborted || !isStoreAway(error)) throw error;
          return null;
        });
        if (standing !== null && standing.state !== 'pending') return rulingOf(standing.state, standing.decisions);
        await bell.wait(Math.min(SLOW_LOOK_MS, standing?.left ?? SLOW_LOOK_MS), woken);
      }
    } finally {
      this.bells.delete(key);
    }
  }

  /** As it stands; one whose time is over expires here, so that a late decision finds it so. */
  private async standing(of: DeskOf, approval: string): Promise<Standing> {
    const rows = await this.sql<Standing[]>`
      select a.state, greatest(1, ceil(extract(epoch from a.expires_at - clock_timestamp()) * 1000))::int8::float8 as left,
        a.expires_at <= clock_timestamp() as over,
        coalesce((
          select json_agg(json_build_object('principal', d.principal, 'decision', d.decision, 'reason', d.reason, 'self', d.self,
            'at', (extract(epoch from d.decided_at) * 1000)::bigint, 'commitment', encode(d.commitment, 'hex'))
            order by d.decided_at, d.principal)
          from runseal.approval_decision d
          where d.workspace = a.workspace and d.run = a.run and d.approval = a.approval), '[]'::json) as decisions
      from runseal.approval a
      where a.workspace = ${of.workspace} and a.run = ${of.run} and a.approval = ${approval}`;
    const row = rows[0] as (Standing & { readonly over: boolean }) | undefined;
    if (row === undefined) return { state: 'withdrawn', left: 0, decisions: [] };
    if (row.state !== 'pending' || !row.over) return row;
    await this.end(of, approval, 'expired');
    return this.standing(of, approval);
  }

  private async end(of: DeskOf, approval: string, state: 'expired' | 'withdrawn'): Promise<void> {
    await this.sql`
      update runseal.approval set state = ${state}
      where workspace = ${of.workspace} and run = ${of.run} and approval = ${approval} and state = 'pending'`;
  }
}

const rulingOf = (state: Ruling['state'], decisions: Standing['decisions']): Ruling => ({
  state,
  decisions: decisions.map(({ principal, decision, reason, commitment, self, at }) => ({
    principal,
    decision: decision === 'approve' ? 'approved' : 'denied',
    reason,
    commitment: Buffer.from(commitment, 'hex'),
    self,
    decidedAt: at,
  })),
});

const released = (): DispatchError =>
  new DispatchError('runseal.run_released', 'The run waits for people, and is left to the next worker as it stands.');
