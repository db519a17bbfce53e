import { createHash } from 'node:crypto';
import { GoalRequest, type Goal } from '../wire/goal.ts';

/** Media type of the goal's bytes on the record. */
export const GOAL_MEDIA = 'application/json';

/** The goal as it goes on the record: JSON with sorted keys, defaults filled in, so that equal goals have equal bytes. */
export const goalBytes = (goal: Goal): Buffer => Buffer.from(JSON.stringify(sorted(goal)), 'utf8');

/** Reads stored bytes back. They passed the same schema at the door. */
export const goalOf = (bytes: Uint8Array): Goal => GoalRequest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));

/** 32 bytes; tells whether an idempotency key comes back with the same goal. */
export const goalHash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, of]) => [key, sorted(of)]),
  );
}
