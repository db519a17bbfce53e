import type { ContainmentLevel, Trust } from '@runseal/spine';
import { atLeast } from '../containment/levels.ts';

/** Weakest containment for a program of this trust. Undeclared counts as least trusted. */
export function floorOfTrust(trust: Trust | undefined): ContainmentLevel {
  if (trust === 'trusted') return 'process';
  return trust === 'semi_trusted' ? 'kernel' : 'microvm';
}

/** The strongest of the levels. */
export function strongest(levels: readonly [ContainmentLevel, ...ContainmentLevel[]]): ContainmentLevel {
  return levels.reduce((most, level) => (atLeast(level, most) ? level : most));
}
