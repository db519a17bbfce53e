/** What each of two runs could not see, and how each held the surfaces of its harness. */
import type { ComparedEvent } from './sides.ts';
import { readOpening } from '../verdicts/opening.ts';

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

/** Gap events by surface, for every surface that has one on either side. */
export function compareGaps(left: readonly ComparedEvent[], right: readonly ComparedEvent[]): GapDifference[] {
  const sides = { left: gapsBySurface(left), right: gapsBySurface(right) };
  return union(sides.left, sides.right).map((surface) => {
    const reasons = { left: sides.left.get(surface) ?? [], right: sides.right.get(surface) ?? [] };
    return {
      surface,
      left: reasons.left.length,
      right: reasons.right.length,
      reasons: [...new Set([...reasons.left, ...reasons.right])].sort(),
    };
  });
}

/** The enforcement profiles of both runs, for every surface either names. */
export function compareEnforcement(
  left: readonly ComparedEvent[],
  right: readonly ComparedEvent[],
): EnforcementDifference[] {
  const sides = { left: enforcementOf(left), right: enforcementOf(right) };
  return union(sides.left, sides.right).map((surface) => ({
    surface,
    left: sides.left.get(surface) ?? null,
    right: sides.right.get(surface) ?? null,
  }));
}

/** Surface → reason code of each gap about it. */
function gapsBySurface(events: readonly ComparedEvent[]): Map<string, string[]> {
  const gaps = new Map<string, string[]>();
  for (const { type, payload } of events) {
    const { surface, reason } = payload;
    if (type !== 'provenance.gap' || typeof surface !== 'string') continue;
    const reasons = gaps.get(surface) ?? [];
    reasons.push(typeof reason === 'string' ? reason : 'unnamed');
    gaps.set(surface, reasons);
  }
  return gaps;
}

function enforcementOf(events: readonly ComparedEvent[]): ReadonlyMap<string, string> {
  const opened = events.find(({ type }) => type === 'run.opened');
  return opened === undefined ? new Map() : readOpening(opened.payload).enforcement;
}

function union(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...left.keys(), ...right.keys()])].sort();
}
