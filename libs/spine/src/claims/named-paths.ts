/** Which paths a call names: exactly, where its arguments are at hand. Its scope is a note, and may be cut short. */
import { argumentsText, jsonOf } from './arguments.ts';
import type { ContentReader } from './claim.ts';
import { patchPaths } from './patch-paths.ts';
import { normalPath } from './path.ts';
import type { StartedCall } from './started.ts';

export interface NamedPaths {
  /** In normal form. */
  readonly paths: readonly string[];
  /** How many folders below its path a listing opened; null: not at hand. */
  readonly below: number | null;
  /** False when the call may have named others. */
  readonly complete: boolean;
}

/** The longest scope on a record, UTF-16 units; one that is cut ends in "...". */
const LONGEST_SCOPE = 256;

export function namedPaths(call: StartedCall, read: ContentReader): NamedPaths {
  const said = jsonOf(argumentsText(call, read));
  const named = isObject(said) ? fromArguments(call.action, said) : fromScope(call);
  return { ...named, paths: named.paths.map(normalPath) };
}

function fromArguments(action: string, { path, patch, changes, depth }: Readonly<Record<string, unknown>>): NamedPaths {
  if (typeof patch === 'string') return { ...patchPaths(patch), below: 0 };
  if (Array.isArray(changes)) {
    const paths = changes.flatMap((change: unknown) =>
      isObject(change) && typeof change['path'] === 'string' ? [change['path']] : [],
    );
    return { paths, below: 0, complete: paths.length === changes.length };
  }
  const below = action === 'workspace_list' && typeof depth === 'number' ? depth - 1 : 0;
  return { paths: [typeof path === 'string' ? path : '.'], below, complete: true };
}

function fromScope({ action, scope }: StartedCall): NamedPaths {
  const whole = { paths: [scope], below: action === 'workspace_list' ? null : 0 };
  // A name may hold the comma that stands between two, and headers without a hunk are not in the scope of a patch.
  if (action === 'workspace_patch') return { ...whole, paths: [scope, ...scope.split(', ')], complete: false };
  if (action === 'allow_file_change')
    return { ...whole, paths: [scope.replace(/ and \d+ more$/u, '')], complete: false };
  return { ...whole, complete: scope.length < LONGEST_SCOPE || !scope.endsWith('...') };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
