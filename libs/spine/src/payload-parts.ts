/** Parts that several payloads share, and the larger payloads by name (RECORD, "Our event types"). */

/** Native surfaces of a harness; an enforcement profile says of each what holds it. */
export type Surface =
  | 'model_calls'
  | 'context'
  | 'egress'
  | 'shell'
  | 'file_writes'
  | 'web_search'
  | 'foreign_mcp'
  | 'sub_agents'
  | 'hooks'
  | 'project_config'
  | 'frames'
  | 'dispatch'
  | 'content'
  | 'recorder';

/** How a surface is held: switched off, held by our sandbox, recorded at our waist, or open. */
export type SurfaceState = 'denied' | 'contained' | 'bridged' | 'open';

/** What people decide about a session beside its turns. */
export interface SessionLifecyclePayload {
  change: 'suspended' | 'resumed' | 'turn_canceled' | 'closed' | 'deleted';
  by: string;
  reason: string;
  /** The turn it concerns; null when it concerns the session. */
  turn: number | null;
}

export interface EnforcementProbePayload {
  /** SHA-256 of the program that was tried (of a folder: of the listing of its files), 32 bytes; null when it has none of its own. */
  binary_sha256: Uint8Array | null;
  /** Every surface of the profile: what was found of it, or that it was not tried. */
  found: Record<string, SurfaceState | 'unknown' | 'not_tried'>;
  /** Tools of its own that it offered to its model, at most 64. */
  offered: readonly string[];
  /** True when the trial got to its end. */
  complete: boolean;
  /** Why something was not tried; '' when all that can be tried was. */
  reason: string;
}

/** A prefix of a run, by what nobody can make for another prefix. */
export interface ForkPointPayload {
  run: string;
  /** Number of events shared. */
  size: number;
  /** Merkle root over them, 32 bytes (RFC 9162). */
  root: Uint8Array;
  /** Link of the last of them, 32 bytes. */
  link: Uint8Array;
}

export type Trust = 'trusted' | 'semi_trusted' | 'untrusted';

/** Bounds of one granted action: every one that is given must hold. */
export interface GrantScopePayload {
  action: string;
  /** Globs over paths from the workspace down. */
  paths?: readonly string[];
  /** Host names; a leading dot means every host below. */
  hosts?: readonly string[];
  /** Schema the arguments must satisfy, as canonical JSON. */
  arguments?: string;
  trust?: Trust;
}

export interface ApprovalPolicyPayload {
  /** How many different people must agree. */
  required: number;
  /** Principals who may decide; empty means everybody who may use the workspace. */
  of: readonly string[];
  /** Nobody can allow it. */
  never: boolean;
  expires_ms: number;
}

export interface UsagePayload {
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: number | null;
  reasoning_tokens: number | null;
  /** `reported` by the harness, or `measured` from the provider's own answer to us. */
  source: 'reported' | 'measured';
}
