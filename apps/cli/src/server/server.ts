import type { Report } from '@runseal/spine';
import type { Wire } from '@runseal/api/client';
import type { SessionsServer } from './sessions-server.ts';
import type { EventView, Hear } from './watch-events.ts';

export type { EventView } from './watch-events.ts';

export type Accepted = Wire<'GoalAccepted'>;
export type ApprovalDetail = Wire<'ApprovalDetail'>;
export type ApprovalPage = Wire<'ApprovalPage'>;
export type ApprovalView = Wire<'ApprovalView'>;
export type DecisionRequest = Wire<'DecisionRequest'>;
export type Comparison = Wire<'Comparison'>;
export type GoalInput = Wire<'GoalRequest'>;
export type HaltOrder = Wire<'HaltOrderView'>;
export type HaltPlaced = Wire<'HaltOrderPlaced'>;
export type HarnessView = Wire<'HarnessView'>;
export type HoldList = Wire<'HoldList'>;
export type KeyMark = Wire<'KeyMarkRequest'>;
export type KeyView = Wire<'KeyView'>;
export type LedgerView = Wire<'LedgerView'>;
export type PoolRequest = Wire<'PoolRequest'>;
export type PoolView = Wire<'PoolView'>;
export type PruneView = Wire<'PruneView'>;
export type RetentionView = Wire<'RetentionView'>;
export type RetentionPreview = Wire<'RetentionPreview'>;
/** What is asked of a preview. */
export interface PreviewAsked {
  readonly workspace: string;
  readonly days?: number;
  readonly limit?: number;
  readonly cursor?: string;
}
export type RunDetail = Wire<'RunDetail'>;
export type RunPage = Wire<'RunPage'>;
export type RunSummary = Wire<'RunSummary'>;
export type WorkspaceGrant = Wire<'WorkspaceGrantView'>;
export type GrantEntry = WorkspaceGrant['grant'][number];

/** What narrows a list of runs. */
export interface RunFilter {
  readonly state?: RunSummary['state'];
  readonly harness?: string;
  readonly model?: string;
  readonly workspace?: string;
  readonly principal?: string;
  readonly q?: string;
  readonly tool?: string;
  readonly gap?: string;
  readonly share?: 'all' | 'most' | 'less' | 'none' | 'empty';
  readonly verdict?: string;
  readonly odd?: 'native' | 'drift';
  readonly sealed?: 'yes' | 'no';
  readonly since?: string;
  readonly until?: string;
}

export interface RunQuery extends RunFilter {
  readonly limit: number;
  readonly cursor?: string;
}

export interface ApprovalFilter {
  readonly state?: ApprovalView['state'];
  readonly workspace?: string;
  readonly run?: string;
}

type AsFile<Filter> = Filter & { readonly format: 'csv' | 'jsonl' };

/** What the commands need of the API. Every failure is a CliError with the server's own code and sentence. */
export interface Server {
  /** Runs of many turns. */
  readonly sessions: SessionsServer;
  submit(goal: GoalInput, idempotencyKey: string): Promise<Accepted>;
  runs(query: RunQuery): Promise<RunPage>;
  run(run: string): Promise<RunDetail>;
  /** The server's own verification of a sealed run. */
  report(run: string): Promise<Report>;
  /** The declared and discovered gaps of a run. */
  gaps(run: string): Promise<readonly EventView[]>;
  /** Events as they become durable, after the given seq; resumes by itself; ends after the seal or when aborted. */
  watch(run: string, after: number, signal: AbortSignal, hear?: Hear): AsyncIterable<EventView>;
  halt(run: string, reason: string): Promise<RunDetail>;
  /** Halts of workspaces and of everything, those that stand first. `scope` is `workspace:NAME` or `global`. */
  halts(): Promise<readonly HaltOrder[]>;
  placeHalt(scope: string, reason: string): Promise<HaltPlaced>;
  liftHalt(scope: string): Promise<HaltOrder>;
  pools(): Promise<readonly PoolView[]>;
  setPool(pool: PoolRequest): Promise<PoolView>;
  /** The inbox, what waits first: one page. */
  approvals(query: ApprovalFilter): Promise<ApprovalPage>;
  /** All runs that the filter shows. */
  exportRuns(query: AsFile<RunFilter>): AsyncIterable<Uint8Array>;
  exportApprovals(query: AsFile<ApprovalFilter>): AsyncIterable<Uint8Array>;
  exportEntries(query: AsFile<{ readonly after: number }>): AsyncIterable<Uint8Array>;
  approval(approval: string): Promise<ApprovalDetail>;
  decide(approval: string, decision: DecisionRequest): Promise<ApprovalDetail>;
  record(run: string): AsyncIterable<Uint8Array>;
  /** Some events, e.g. `3,7,10-12`, with proof of their places. */
  slice(run: string, events: string): Promise<Uint8Array>;
  leaves(run: string): AsyncIterable<Uint8Array>;
  contents(run: string): AsyncIterable<Uint8Array>;
  /** Text of the C2SP tlog-proof of the run's seal. Fails with `receipt_pending` until it is in the ledger. */
  receipt(run: string): Promise<string>;
  /** Time token (RFC 3161, DER) over the run's seal; null when no authority stamped it. */
  timeToken(run: string): Promise<Uint8Array | null>;
  ledger(): Promise<LedgerView>;
  /** Entries of the ledger, those of the caller's workspaces. */
  entries(query: { readonly after: number; readonly limit: number }): Promise<Wire<'LedgerPage'>>;
  /** The ledger's newest signed head. */
  checkpoint(): Promise<string>;
  /** Hashes of the ledger, e.g. `0/000.p/57` (c2sp.org/tlog-tiles): 32 bytes each. */
  tile(path: string): Promise<Uint8Array>;
  /** Hashes in base64. */
  consistency(from: number, to: number): Promise<readonly string[]>;
  /** What of the run was erased, by whom and why. */
  erasures(run: string): Promise<readonly Wire<'TombstoneView'>[]>;
  /** The server's answer to a question about a sealed run. */
  ask(run: string, question: string): Promise<Wire<'AnswerView'>>;
  /** Erases content of a sealed run for ever. */
  erase(run: string, asked: Wire<'ErasureRequest'>): Promise<Wire<'ErasureDone'>>;
  /** Runs with content that is tagged as being about the subject. */
  about(subject: string): Promise<readonly { readonly run: string; readonly contents: number }[]>;
  /** Says whom content is about. */
  tag(run: string, asked: Wire<'TagRequest'>): Promise<Wire<'TagDone'>>;
  holds(run: string): Promise<HoldList>;
  placeHold(run: string, reason: string): Promise<Wire<'HoldView'>>;
  liftHold(run: string, reason: string): Promise<Wire<'HoldView'>>;
  /** Fails with `prune_not_requested` where nobody asked. */
  prune(run: string): Promise<PruneView>;
  requestPrune(run: string, asked: Wire<'PruneRequest'>): Promise<PruneView>;
  /** Removes the run for ever, when somebody else asked for it. */
  confirmPrune(run: string): Promise<PruneView>;
  retentions(): Promise<readonly RetentionView[]>;
  /** What such a policy would erase; nothing is set. Fails with `retention_not_set` without days where none is. */
  previewRetention(asked: PreviewAsked): Promise<RetentionPreview>;
  setRetention(asked: Wire<'RetentionRequest'>): Promise<readonly RetentionView[]>;
  /** What the database stores, held against the run's own bytes, by the server itself. */
  audit(run: string): Promise<Wire<'AuditView'>>;
  /** Who is asking, as the server sees it. */
  whoami(): Promise<Wire<'PrincipalView'>>;
  keys(): Promise<readonly KeyView[]>;
  /** Says of a key, for ever, that it is retired or compromised. */
  markKey(key: string, mark: KeyMark): Promise<KeyView>;
  workspaceGrant(workspace: string): Promise<WorkspaceGrant>;
  /** Null: the grant every installation begins with. */
  setWorkspaceGrant(workspace: string, grant: GrantEntry[] | null): Promise<WorkspaceGrant>;
  harnesses(): Promise<readonly HarnessView[]>;
  compare(left: string, right: string): Promise<Comparison>;
}
