import type { GoalInput } from '../../api/wire.ts';

type Entry = NonNullable<GoalInput['grant']>[number];
type Scoped = Exclude<Entry, string>;
type Approvals = NonNullable<GoalInput['approvals']>;

/** Bounds of one action as they are filled in; everything empty is no bound. */
export interface BoundsDraft {
  /** Globs, one a line. */
  readonly paths: string;
  /** Host names, one a line. */
  readonly hosts: string;
  /** JSON Schema. */
  readonly schema: string;
  readonly trust: '' | 'trusted' | 'semi_trusted' | 'untrusted';
  /** How many people must agree; empty is nobody. */
  readonly required: string;
  /** Principals who may decide, one a line; empty is everybody in the workspace. */
  readonly of: string;
}

export const NO_BOUNDS: BoundsDraft = { paths: '', hosts: '', schema: '', trust: '', required: '', of: '' };

export type GrantBounds = Readonly<Record<string, BoundsDraft>>;

export const boundsOf = (bounds: GrantBounds, action: string): BoundsDraft =>
  Object.hasOwn(bounds, action) ? (bounds[action] ?? NO_BOUNDS) : NO_BOUNDS;

/** The grant that goes to the API. Throws SyntaxError when a schema is no JSON: `schemaProblem` says so before. */
export function grantOf(actions: readonly string[], bounds: GrantBounds): Entry[] {
  return actions.map((action) => {
    const { paths, hosts, schema, trust } = boundsOf(bounds, action);
    const scoped: Scoped = {
      action,
      ...(linesOf(paths).length === 0 ? {} : { paths: linesOf(paths) }),
      ...(linesOf(hosts).length === 0 ? {} : { hosts: linesOf(hosts) }),
      // Anything may be typed here; the API says what is wrong with it.
      ...(schema.trim() === '' ? {} : { arguments: JSON.parse(schema) as NonNullable<Scoped['arguments']> }),
      ...(trust === '' ? {} : { trust }),
    };
    return Object.keys(scoped).length === 1 ? action : scoped;
  });
}

/** How long a call waits for people before it is refused. */
const DAY_MS = 86_400_000;

/** Who must agree to which of the granted actions. */
export function approvalsOf(actions: readonly string[], bounds: GrantBounds): Approvals {
  const asked = actions.flatMap((action): [string, Approvals[string]][] => {
    const { required, of } = boundsOf(bounds, action);
    return required.trim() === ''
      ? []
      : [[action, { required: Number(required), of: linesOf(of), never: false, expiresMs: DAY_MS }]];
  });
  return Object.fromEntries(asked);
}

/** Why a schema cannot be sent; null when it can. */
export function schemaProblem(schema: string): string | null {
  if (schema.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(schema);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'Must be a JSON object.';
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
