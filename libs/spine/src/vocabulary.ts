/**
 * The event types of a Runseal run and the shape of each payload (RECORD, "Our event types"). Payload keys are
 * snake_case because they are bytes on the record, not TypeScript. Every number is an integer.
 *
 * These are types only: nothing is trusted because it is named here. A verifier reads hostile payloads with
 * {@link CborValue} in hand.
 */
import type { ContentRef } from './content.ts';
import type {
  ApprovalPolicyPayload,
  EnforcementProbePayload,
  ForkPointPayload,
  GrantScopePayload,
  SessionLifecyclePayload,
  Surface,
  SurfaceState,
  Trust,
  UsagePayload,
} from './payload-parts.ts';

export type Tier = 'enforced' | 'attested' | 'unobserved';

/** Containment levels, weakest first. */
export const CONTAINMENT_LEVELS = ['process', 'kernel', 'container', 'microvm'] as const;
export type ContainmentLevel = (typeof CONTAINMENT_LEVELS)[number];

export interface PayloadOf {
  'run.opened': {
    run: string;
    workspace: string;
    /** SHA-256 commitment of the goal's canonical JSON: equals goal.submitted's goal.commitment. */
    goal_commitment: Uint8Array;
    objective: ContentRef;
    harness: string;
    harness_kind: 'native' | 'external';
    /** Adapter version for external harnesses, else null. */
    adapter_version: string | null;
    /** Version the CLI itself reported, else null. */
    cli_version: string | null;
    model: string | null;
    /** Actions granted; default deny. */
    grant: readonly string[];
    /** Bounds of granted actions; entries that name the same action must all hold. Absent when no action is bounded. */
    grant_scopes?: readonly GrantScopePayload[];
    /** Action → who must agree before it runs. Absent when no action needs anybody. */
    approvals?: Record<string, ApprovalPolicyPayload>;
    /** max_steps, timeout_ms, max_output_bytes, brake_repeats … */
    limits: Record<string, number>;
    containment_floor: ContainmentLevel;
    /** Hosts the run's programs may reach; a leading dot means every host below. Absent when none is listed. */
    egress?: readonly string[];
    /** Surface → state. Empty for native harnesses. */
    enforcement_profile: Record<string, SurfaceState>;
    /** e.g. strict, contained, reference; null for native harnesses. */
    profile: string | null;
    /** What came of trying the very program that is to run. Absent for native harnesses and in records of 0.1. */
    enforcement_probe?: EnforcementProbePayload;
    software_version: string;
    /** Project of the session; only where the run is one. */
    session?: { project: string };
    /** What a session that was forked shares with its parent. */
    forked_from?: ForkPointPayload;
  };
  /** What was asked. In a session also once a turn, with the number of the turn; the goal is then the turn's input. */
  'goal.submitted': { principal: string; goal: ContentRef; turn?: number };
  'episode.started': {
    episode: number;
    /** SHA-256 of the NUL-joined argv (secrets are never in argv); null for native harnesses. */
    argv_digest: Uint8Array | null;
    /** The level really enforced, as probed. */
    containment: ContainmentLevel;
    /** The harness's conversation this goes on from; absent: a new one. */
    resumes?: string;
  };
  'episode.ended': {
    episode: number;
    /** How the end is known: terminal frame seen, exit code only, signal, inferred, killed, not started. */
    completion: 'terminal_frame' | 'exit_code' | 'signal' | 'inferred' | 'killed' | 'not_started' | 'native';
    exit_code: number | null;
    signal: string | null;
    failed: boolean;
    /** What went wrong, in words, which may quote the harness; text itself in records of before. */
    error: ContentRef | string | null;
    error_class: string | null;
    children_survived: number;
    usage: UsagePayload | null;
    duration_us: number;
    /** The final message as the harness left it, secrets redacted; null when there is none. */
    final: ContentRef | null;
    /**
     * The harness's conversation, where it was to be kept; the state is null when it could not be. The usage is what the
     * harness reports of all of it, not of this episode.
     */
    thread?: { id: string; state: ContentRef | null; usage: UsagePayload | null };
  };
  'model.called': { step: number; model: string; endpoint: string; request: ContentRef };
  'model.answered': {
    step: number;
    answer: ContentRef | null;
    usage: UsagePayload | null;
    /** What went wrong, in words, which may quote the provider; text itself in records of before. */
    error: ContentRef | string | null;
    /** Absent in records of before. */
    error_class?: string | null;
    duration_us: number;
  };
  'dispatch.start': {
    /** 1, 2, 3 … within the run. Never reused. */
    call: number;
    action: string;
    arguments: ContentRef;
    /**
     * What the call is about, in names: a path, the program, a count; at most 256 characters. It stays whatever is erased. In
     * records of before it may hold text of the arguments: what was looked for, a command's line, a question.
     */
    scope: string;
    /** How far whoever composed the arguments is trusted. */
    trust: Trust;
    /** Where the call came from. */
    via: 'native' | 'bridge';
    /** The level the action will run at. */
    containment: ContainmentLevel;
    /** True when the action runs a program, and so is held to a floor. Absent in records of 0.1. */
    runs_program?: boolean;
    /** Weakest level this call may run at: the run's floor, raised by how little the action is trusted. Absent in 0.1. */
    floor?: ContainmentLevel;
    /** The harness's own id for the call, where it gives one. */
    harness_call_id: string | null;
  };
  'dispatch.end': {
    call: number;
    action: string;
    outcome: 'ok' | 'error' | 'cancelled';
    result: ContentRef | null;
    error_class: string | null;
    duration_us: number;
  };
  'dispatch.rejected': {
    call: number;
    action: string;
    reason: string;
    /** Quotes neither arguments nor people; in records of before it may. */
    detail: string;
    /** What the caller was told, where that says more than `detail`. */
    told?: ContentRef;
    arguments: ContentRef | null;
    via: 'native' | 'bridge';
    harness_call_id: string | null;
  };
  /** A call waits for people. The arguments' commitment is what they decide about. */
  'approval.requested': {
    approval: string;
    call: number;
    action: string;
    arguments: ContentRef;
    scope: string;
    policy: ApprovalPolicyPayload;
    /** Unix milliseconds; a decision after it does not count. */
    expires_at: number;
    via: 'native' | 'bridge';
  };
  /** One person's decision, or (actor system) that there will be none. */
  'approval.decided': {
    approval: string;
    call: number;
    decision: 'approved' | 'denied' | 'expired' | 'withdrawn';
    /** Principal who decided; '' when nobody did. */
    principal: string;
    /** What the person wrote; a text of ours when nobody decided, and in records of before also the person's. */
    reason: ContentRef | string;
    /** Commitment of the arguments the decision is about, 32 bytes; equals the request's. */
    arguments_commitment: Uint8Array;
    /** The one who decided also asked for the goal. */
    self_approval: boolean;
    /** Unix milliseconds by the clock of the database; 0 when nobody decided. */
    decided_at: number;
    /** Another worker took the parked run over between request and decision. */
    resumed: boolean;
  };
  'brake.engaged': { limit: string; value: number; allowed: number; reason: string };
  /** `scope` says what the halt was asked for: this run, its workspace, or everything. Absent in records of 0.1. */
  'run.halted': { reason: string; by: string; scope?: 'run' | 'workspace' | 'global' };
  'provenance.attested': {
    /** progress, text, usage, error, done, bridge_call, native_command, file_change, reasoning, stderr … */
    kind: string;
    /** Counted from 1 per run, over all frames. */
    frame: number;
    /** SHA-256 of the whole line without its LF. */
    raw_sha256: Uint8Array;
    raw_bytes: number;
    /** The line itself; null when it was too long to keep (then a gap says so). */
    raw: ContentRef | null;
    /** Names, ids and numbers it was read to say, all claims of the harness: text keys, text or integer values. */
    summary: Record<string, string | number | boolean | null>;
    /** What it did by itself, in its own words; absent where it says none, and in records of before, whose summary has them. */
    words?: ContentRef;
  };
  'provenance.gap': {
    surface: Surface;
    /** Stable reason code, e.g. not_observable, line_too_long, invalid_utf8, unparseable, outcome_unknown. */
    reason: string;
    /** How many things were lost; 0 when it cannot be counted. */
    count: number;
    /** Frames concerned, at most 64. */
    frames: readonly number[];
    /** Calls concerned, at most 64. */
    calls: readonly number[];
    detail: string;
  };
  'provenance.reconciled': {
    call: number | null;
    state:
      'matched' | 'reported_not_dispatched' | 'dispatched_not_reported' | 'cancelled' | 'undelivered' | 'contradictory';
    /** How the pair was found: the harness's own call id, or order, tool and arguments. */
    by: 'call_id' | 'inferred' | 'none';
    tool: string;
    frames: readonly number[];
    detail: string;
  };
  'provenance.declared': {
    harness: string;
    enforced: readonly string[];
    unobserved: readonly string[];
    replayable: false;
    attested_events: number;
    native_commands: number;
    native_file_changes: number;
    bridge_calls: number;
    probe_failures: number;
  };
  'check.recorded': {
    check: number;
    passed: boolean;
    command: ContentRef;
    exit_code: number | null;
    output: ContentRef | null;
    containment: ContainmentLevel;
  };
  /** `result` is success, failure, halted or failed_to_start; `check` is present only when a check was recorded. */
  'outcome.recorded': {
    result: 'success' | 'failure' | 'halted' | 'completed';
    check?: number;
    reason: string;
    steps: number;
    final: ContentRef | null;
  };
  /** What people decide about a session beside its turns. Rules 2. */
  'session.lifecycle': SessionLifecyclePayload;
  /** May a program of this run reach a host? On the record before it takes effect; one for the lookup of its name, one for the connection. Rules 2. */
  'egress.decided': {
    /** A UUID; the end of an allowed connection names it. */
    connection: string;
    /** The call the program runs in; null for a harness itself. */
    call: number | null;
    /** As asked for, in lower case. */
    host: string;
    port: number;
    via: 'connect' | 'http';
    /** lookup: the name may be looked up. Which of the others it comes to follows, under the same connection. */
    decision: 'lookup' | 'allowed' | 'refused';
    /** listed, not_listed, port_not_listed, name_invalid, address_literal, unresolvable, address_not_public. */
    reason: string;
    /** What the name stood for when it was checked; empty unless allowed. */
    addresses: readonly string[];
  };
  /** How an allowed connection ended. Rules 2. */
  'egress.ended': {
    connection: string;
    outcome: 'closed' | 'unreachable';
    /** Bytes from the program. */
    sent: number;
    /** Bytes to the program. */
    received: number;
    duration_us: number;
  };
  'content.erased': { commitments: readonly Uint8Array[]; reason: string; legal_basis: string };
  'provenance.mix': {
    rules: number;
    /** Counts over every event before this one. */
    enforced: number;
    attested: number;
    unobserved: number;
    lost: number;
    types: Record<string, number>;
  };
}

export type EventType = keyof PayloadOf;

export type {
  ApprovalPolicyPayload,
  EnforcementProbePayload,
  ForkPointPayload,
  GrantScopePayload,
  SessionLifecyclePayload,
  Surface,
  SurfaceState,
  Trust,
  UsagePayload,
} from './payload-parts.ts';
