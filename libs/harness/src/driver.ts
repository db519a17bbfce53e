/** The Driver port: what drives a run. Native loops are in this package, external CLIs in @runseal/externagent. */
import type { ContainmentLevel, ContentRef, Recorder, SurfaceState, UsagePayload } from '@runseal/spine';
import type { Egress, KillSwitch, Sandbox, Waist } from '@runseal/dispatch';
import type { SessionTurn } from './session.ts';

export interface Readiness {
  readonly available: boolean;
  readonly loggedIn: boolean;
  readonly version: string | null;
  /** One actionable line when not ready, else ''. */
  readonly reason: string;
  /** Hard refusal: must not start, ever, as it is. Distinct from "log in first". */
  readonly refuse: boolean;
  /** Stable code when not ready, else null: harness_missing, harness_logged_out, harness_too_old, containment_unavailable … */
  readonly code: string | null;
}

export const isReady = (r: Readiness): boolean => r.available && r.loggedIn && !r.refuse;

export interface HarnessDescription {
  /** `echo`, `chat`, `reference`, `codex` … */
  readonly name: string;
  readonly kind: 'native' | 'external';
  readonly title: string;
  /** Whose program it is; the reference harness says so plainly. */
  readonly vendor: string;
  readonly adapterVersion: string | null;
  /** Profiles on offer, first is the default; empty for native harnesses. */
  readonly profiles: readonly string[];
  /** Surface → state, per profile. */
  readonly enforcement: Readonly<Record<string, Readonly<Record<string, SurfaceState>>>>;
  readonly needsModel: boolean;
  /** The same per profile when the harness's model calls pass our gateway; absent when they cannot. */
  readonly gatewayEnforcement?: HarnessDescription['enforcement'];
  /** Its conversation can be kept, and gone on with in a later run. */
  readonly keepsThreads?: true;
}

/** What the worker hands a driver for one run. */
export interface RunContext {
  readonly run: string;
  readonly objective: string;
  /** "done when …"; null when the goal has none. */
  readonly stopCondition: string | null;
  /** Standing guidance, a leading section of the input; null when none. */
  readonly guidance: string | null;
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly model: string | null;
  readonly profile: string | null;
  /** Lead an external harness's model calls through our gateway, where it can be. */
  readonly gateway: boolean;
  /** Most tokens of all model calls; null for no limit. A harness whose calls we cannot count refuses one. */
  readonly maxTokens: number | null;
  readonly floor: ContainmentLevel;
  readonly workspace: string;
  /** A private directory (0700) of this run for homes, sockets and captures; removed after the run. */
  readonly scratch: string;
  readonly waist: Waist;
  readonly recorder: Recorder;
  readonly sandbox: Sandbox;
  readonly killSwitch: KillSwitch;
  /**
   * SHA-256 (64 hex digits) of the external harness's program that the record names: another one is not driven. null or
   * absent: the record names none.
   */
  readonly program?: string | null;
  /** Set when an external harness's conversation is to be kept for a later run, or goes on from an earlier one. */
  readonly thread?: ThreadWish;
  /** The way out to listed hosts, for the harness's own program; absent: it has none. */
  readonly egress?: Egress;
  /** Set when a native run goes on after it was parked: turns that are on the record, by step. */
  readonly resume?: { readonly turns: ReadonlyMap<number, RecordedTurn> };
  /** Set where somebody may watch the turn while it is under way. */
  readonly showing?: Showing;
  /** Set when the run is a session: the turn to drive, and what came before it. */
  readonly session?: SessionTurn;
  /** The operator's environment: where keys come from. Never recorded. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shows text before it is on the record, to whoever watches. It is kept nowhere, and proves nothing. */
export interface Showing {
  delta(text: string): void;
  /** Resolves when what was shown is on its way, so that what is recorded next comes after it. Never rejects. */
  flush(): Promise<void>;
}

export interface ThreadWish {
  readonly keep: boolean;
  /** The harness's own id of the conversation and what was kept of it; null: a new one. */
  readonly resume: {
    readonly id: string;
    readonly state: Uint8Array;
    /** What the harness had reported of the conversation by then: it goes on counting from there. null: not known. */
    readonly usage: UsagePayload | null;
  } | null;
}

/** One turn of a model, as the record has it. */
export interface RecordedTurn {
  /** Exactly the bytes that were sent. */
  readonly request: Uint8Array;
  /** Exactly the bytes that came back. */
  readonly answer: Uint8Array;
}

export interface DriverResult {
  readonly finished: 'completed' | 'failed' | 'halted';
  /** Final message, already recorded as content. */
  readonly final: ContentRef | null;
  readonly finalText: string | null;
  readonly usage: UsagePayload | null;
  readonly steps: number;
  readonly error: string | null;
  /** Stable code on failure, e.g. step_limit, model_unreachable, harness_failed, conformance_failed, timed_out. */
  readonly errorClass: string | null;
  /** Records known to be lost (recording failed while the episode went on). */
  readonly lost: number;
}

export interface Driver {
  describe(): HarnessDescription;
  /** Never throws. Cheap enough to call before every run. */
  ready(env: RunContext['env']): Promise<Readiness>;
  /**
   * Drives one run to its end: records episodes, model calls, attested frames, gaps. Returns rather than throws when the
   * harness failed; throws HarnessError only when nothing could be started or the record could not be written.
   */
  run(context: RunContext): Promise<DriverResult>;
}
