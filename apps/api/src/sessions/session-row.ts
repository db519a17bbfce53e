import type { z } from 'zod';
import type { SessionView } from '../wire/sessions.ts';

/** A session as it lies in the tables. int8 arrives as text. */
export interface SessionRow {
  readonly run: string;
  readonly workspace: string;
  readonly project: string;
  readonly name: string | null;
  readonly principal: string;
  readonly objective: string;
  readonly harness: string;
  readonly harness_digest: Buffer | null;
  readonly profile: string | null;
  readonly model: string | null;
  readonly labels: string;
  readonly annotations: string;
  readonly parent: string | null;
  readonly fork_seq: string | null;
  readonly suspended_at: Date | null;
  readonly deleted_at: Date | null;
  readonly sealed_at: Date | null;
  readonly ended_at: Date | null;
  readonly size: string;
  readonly turns: number;
  /** Of the last turn. */
  readonly turn_state: TurnState | null;
  readonly awaiting: boolean;
  readonly created_at: Date;
}

export type TurnState = 'queued' | 'running' | 'completed' | 'failed' | 'canceled' | 'interrupted';
export type View = z.output<typeof SessionView>;

export function sessionView(row: SessionRow): View {
  return {
    session: row.run,
    name: row.name,
    title: row.objective,
    workspace: row.workspace,
    project: row.project,
    principal: row.principal,
    harness: row.harness,
    model: row.model,
    execState: execState(row),
    computeState: computeState(row),
    suspended: row.suspended_at !== null,
    sealed: row.sealed_at !== null,
    deleted: row.deleted_at !== null,
    lastSeq: Number(row.size),
    turns: row.turns,
    parent: row.parent,
    forkSeq: row.fork_seq === null ? null : Number(row.fork_seq),
    labels: JSON.parse(row.labels) as Record<string, string>,
    annotations: JSON.parse(row.annotations) as Record<string, string>,
    createdAt: row.created_at.toISOString(),
  };
}

function execState({ turn_state: state, awaiting }: SessionRow): View['execState'] {
  if (state === null) return 'pending';
  if (state === 'queued' || state === 'running') return awaiting ? 'awaiting' : 'running';
  return state;
}

function computeState({ turn_state: state, ended_at: ended }: SessionRow): View['computeState'] {
  if (ended !== null) return 'terminated';
  if (state === null) return 'none';
  return state === 'queued' || state === 'running' ? 'live' : 'cold';
}
