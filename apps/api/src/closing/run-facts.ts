import { isMap, type CborMap } from '@runseal/spine';

/** What lists are narrowed by and sums are made of: counted from a record, for finding it again. The record is the truth. */
export interface RunFacts {
  /** Actions that were dispatched, sorted. */
  readonly tools: readonly string[];
  /** Surface → gap events about it. */
  readonly gaps: Readonly<Record<string, number>>;
  /** Things the harness says it did by itself, past the waist. */
  readonly nativeCalls: number;
  /** A probe failed, or something happened on a surface that the profile says is closed. */
  readonly drifted: boolean;
  /** Version of an external harness; null for a native one, and where it could not be told. */
  readonly harnessVersion: string | null;
}

/** More than these of one run are a flood; the record has them all. */
const MOST = 64;
/** States of a surface on which nothing can happen past the waist, if the profile is true. */
const CLOSED: readonly unknown[] = ['denied', 'bridged'];

/** Collects the facts of a run event by event, in order. */
export class RunFactsCounter {
  private readonly tools = new Set<string>();
  private readonly gaps = new Map<string, number>();
  private profile: CborMap = {};
  private native = 0;
  private drifted = false;
  private version: string | null = null;

  see({ type, payload }: { readonly type: string; readonly payload: CborMap }): void {
    if (type === 'run.opened') this.opened(payload);
    else if (type === 'dispatch.start') add(this.tools, payload['action']);
    else if (type === 'provenance.gap') this.gap(payload);
    else if (type === 'provenance.declared' && positive(payload['probe_failures']) > 0) this.drifted = true;
  }

  get facts(): RunFacts {
    return {
      tools: [...this.tools].sort(),
      gaps: Object.fromEntries([...this.gaps].sort(([a], [b]) => (a < b ? -1 : 1))),
      nativeCalls: this.native,
      drifted: this.drifted,
      harnessVersion: this.version,
    };
  }

  private opened({ enforcement_profile: profile, cli_version: version }: CborMap): void {
    if (isMap(profile)) this.profile = profile;
    if (typeof version === 'string') this.version = plain(version);
  }

  private gap({ surface, reason, count }: CborMap): void {
    if (typeof surface !== 'string') return;
    const name = plain(surface);
    if (this.gaps.has(name) || this.gaps.size < MOST) this.gaps.set(name, (this.gaps.get(name) ?? 0) + 1);
    if (reason !== 'outside_waist') return;
    this.native += positive(count);
    if (CLOSED.includes(this.profile[surface])) this.drifted = true;
  }
}

function add(names: Set<string>, name: unknown): void {
  if (typeof name === 'string' && names.size < MOST) names.add(plain(name));
}

const positive = (count: unknown): number => (typeof count === 'number' && count > 0 ? count : 0);

/** A text column holds no NUL, and a name is short. */
const plain = (text: string): string => text.replaceAll('\0', '\ufffd').slice(0, 128).toWellFormed();
