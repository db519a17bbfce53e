/** What each of two runs could not see, and how each held the surfaces of its harness. */
import { readOpening } from '../verdicts/opening.ts';
import type { ComparedEvent } from './sides.ts';

export interface GapDifference {
  readonly surface: string;
  /** Gap events about that surface. */
  readonly left: number;
  readonly right: number;
  /** Reason codes of both runs, sorted. */
  readonly reasons: readonly string[];
}

export interface EnforcementDifference {
  readonly surface: string;
  /** How the surface was held; null where the run's profile does not name it. */
  readonly left: string | null;
  readonly right: string | null;
}

/** The gaps of a run and its enforcement profile, while its events go by. */
export class SurfacesSeen {
  readonly #gaps = new Map<string, Gaps>();
  #enforcement: ReadonlyMap<string, string> | null = null;

  see({ type, payload }: ComparedEvent): void {
    if (type === 'run.opened') this.#enforcement ??= readOpening(payload).enforcement;
    if (type !== 'provenance.gap') return;
    const { surface, reason } = payload;
    if (typeof surface !== 'string') return;
    const gaps = this.#gaps.get(surface) ?? { count: 0, reasons: new Set() };
    gaps.count += 1;
    gaps.reasons.add(typeof reason === 'string' ? reason : 'unnamed');
    this.#gaps.set(surface, gaps);
  }

  /** By surface. */
  get gaps(): ReadonlyMap<string, Gaps> {
    return this.#gaps;
  }

  /** Surface → how it was held. */
  get enforcement(): ReadonlyMap<string, string> {
    return this.#enforcement ?? new Map();
  }
}

interface Gaps {
  count: number;
  /** Reason codes. */
  readonly reasons: Set<string>;
}

/** Gap events by surface, for every surface that has one on either side. */
export function compareGaps({ gaps: left }: SurfacesSeen, { gaps: right }: SurfacesSeen): GapDifference[] {
  return union(left, right).map((surface) => ({
    surface,
    left: left.get(surface)?.count ?? 0,
    right: right.get(surface)?.count ?? 0,
    reasons: [...new Set([...(left.get(surface)?.reasons ?? []), ...(right.get(surface)?.reasons ?? [])])].sort(),
  }));
}

/** The enforcement profiles of both runs, for every surface either names. */
export function compareEnforcement(
  { enforcement: left }: SurfacesSeen,
  { enforcement: right }: SurfacesSeen,
): EnforcementDifference[] {
  return union(left, right).map((surface) => ({
    surface,
    left: left.get(surface) ?? null,
    right: right.get(surface) ?? null,
  }));
}

function union(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...left.keys(), ...right.keys()])].sort();
}
