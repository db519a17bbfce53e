import { CONTAINMENT_LEVELS } from '@runseal/spine';
import type { ContainmentLevel } from '@runseal/spine';
import { DispatchError } from '../errors.ts';

/** True when `level` is as strong as `floor`, or stronger. */
export function atLeast(level: ContainmentLevel, floor: ContainmentLevel): boolean {
  return CONTAINMENT_LEVELS.indexOf(level) >= CONTAINMENT_LEVELS.indexOf(floor);
}

/** Throws `runseal.containment_unavailable` when the floor is above what can be had: refuse rather than downgrade. */
export function demandLevel(level: ContainmentLevel, floor: ContainmentLevel, reason: string): void {
  if (atLeast(level, floor)) return;
  throw new DispatchError(
    'runseal.containment_unavailable',
    `The program must run at containment level ${floor} or stronger, and this host enforces ${level}. ${reason || 'Lower the floor, or run it on a host that can.'}`,
  );
}
