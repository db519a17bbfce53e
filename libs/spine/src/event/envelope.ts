/** The closed parts of the Provetrail event envelope. */
import type { Actor } from './shape.ts';

export const ACTORS: readonly string[] = ['agent', 'human', 'system'] satisfies readonly Actor[];

/** Optional envelope fields: the name on the wire and the name in {@link SpineEvent}. Absent when empty. */
export const OPTIONAL_FIELDS = [
  ['causation_id', 'causationId'],
  ['principal', 'principal'],
  ['origin_instance_id', 'originInstanceId'],
  ['trace_id', 'traceId'],
  ['span_id', 'spanId'],
] as const;
