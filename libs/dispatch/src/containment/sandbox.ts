/**
 * The containment port: how this project starts any program that it does not trust. Implementations live beside this
 * file (bubblewrap on Linux, plain process where nothing better can be had). They probe what they really enforce.
 */
import type { ContainmentLevel } from '@runseal/spine';
import type { Duplex, Readable, Writable } from 'node:stream';

export interface ProgramSpec {
  /** Absolute path as the child sees it. */
  readonly path: string;
  readonly args: readonly string[];
  /** The whole environment of the child; nothing is inherited. Secrets travel here and nowhere else. */
  readonly env: Readonly<Record<string, string>>;
  /** As the child sees it. */
  readonly cwd: string;
  /** All of the host that the child sees. Plain processes see everything; for them this only translates paths. */
  readonly mounts: readonly Mount[];
  /** TCP ports on the child's 127.0.0.1 that lead to an address on the host; everything else is unreachable. */
  readonly reach: readonly Reach[];
  readonly limits?: Limits;
  /** Refused (`runseal.containment_unavailable`) when the host cannot enforce at least this. */
  readonly floor: ContainmentLevel;
  /** Cancels: SIGINT to the program, grace, then SIGKILL to the whole group; verified gone. */
  readonly signal?: AbortSignal;
  /** Milliseconds between SIGINT and SIGKILL. Default 2000. */
  readonly graceMs?: number;
}

export type Mount =
  | { readonly kind: 'ro' | 'rw'; readonly host: string; readonly child: string }
  | { readonly kind: 'tmpfs'; readonly child: string };

export interface Reach {
  /** Port on 127.0.0.1 inside. Under the plain process level it must equal the host's port. */
  readonly port: number;
  /** `host:port` on the host; loopback unless the operator allow-listed a provider. */
  readonly target: { readonly host: string; readonly port: number };
  /** Takes connections itself where the sandbox can hand them over, so that the target need not be dialled. */
  readonly accept?: (connection: Duplex) => void;
}

/**
 * Held for each process by itself where prlimit(1) is installed, and memory and processes for the whole tree where the
 * host lets us make a control group. The probe's mechanism says which of these are in force.
 */
export interface Limits {
  /** Bytes of writable private memory (RLIMIT_DATA); of all memory of the tree where there is a control group. */
  readonly memoryBytes?: number;
  /**
   * Processes and threads inside. Not held for plain processes, nor, without a control group, when the host's user is
   * root, whom the kernel exempts.
   */
  readonly processes?: number;
  /** Bytes of one file. */
  readonly fileBytes?: number;
  readonly openFiles?: number;
  /** Bytes of each temporary file system (/tmp, and tmpfs mounts). Default 512 MiB; not held for plain processes. */
  readonly temporaryBytes?: number;
}

export interface Exit {
  /** Under bubblewrap a program that died by a signal that was not ours has the code 128 + its number, and no signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True when we killed it (abort or time-out). */
  readonly killed: boolean;
  /** Processes of its group still alive after the kill. */
  readonly survivors: number;
}

export interface Program {
  readonly stdin: Writable;
  /** Kept until it is read, also after the exit. */
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. */
  readonly exited: Promise<Exit>;
  /** What is really enforced on this child. */
  readonly level: ContainmentLevel;
}

export interface SandboxProbe {
  /** Strongest level this host enforces, by trying it. */
  readonly level: ContainmentLevel;
  /** One line a person can act on, e.g. how to install bubblewrap; empty when kernel level or better is there. */
  readonly reason: string;
  readonly mechanism: string;
}

export interface Sandbox {
  /** Never rejects. An answer that holds is kept. */
  probe(): Promise<SandboxProbe>;
  /**
   * Rejects with DispatchError, and then nothing runs: `runseal.containment_unavailable` (the floor), `.containment_failed`
   * (the sandbox could not be set up), `.reach_unavailable`, `.program_missing`, `.program_invalid`,
   * `.program_unstartable`, `.cancelled`. Whatever a program leaves behind when it ends is killed before `exited` resolves.
   */
  start(spec: ProgramSpec): Promise<Program>;
}
