import { ProblemError } from '../../api/problem.ts';

/** Codes of refusals that are about one field, though the problem names none. */
const FIELD_OF: Readonly<Record<string, string>> = {
  harness_unknown: 'harness',
  harness_missing: 'harness',
  harness_logged_out: 'harness',
  profile_unknown: 'profile',
  model_required: 'model',
  action_unknown: 'grant',
  containment_unavailable: 'containmentFloor',
  workspace_denied: 'workspace',
  pool_unknown: 'pool',
  scope_unsupported: 'grant',
  grant_invalid: 'grant',
};

export interface FieldErrors {
  /** The error of a field, or of anything inside it; undefined when there is none. */
  of(field: string): string | undefined;
  /** The sentence to show above the form: what no field shows. */
  readonly rest: string | null;
}

const FIELDS = [
  'objective',
  'stopCondition',
  'guidance',
  'harness',
  'profile',
  'model',
  'grant',
  'limits.maxSteps',
  'limits.maxCalls',
  'limits.timeoutMs',
  'containmentFloor',
  'files',
  'verify',
  'workspace',
  'approvals',
  'pool',
];

/** Lays a refusal of the API onto the fields of the form. */
export function fieldErrors(error: Error | null): FieldErrors {
  if (error === null) return { of: () => undefined, rest: null };
  const fields: Record<string, string> = error instanceof ProblemError ? { ...error.fields } : {};
  const named = error instanceof ProblemError ? FIELD_OF[error.code] : undefined;
  if (named !== undefined) fields[named] ??= error.message;
  const of = (field: string): string | undefined => {
    const key = Object.keys(fields).find((path) => path === field || path.startsWith(`${field}.`));
    if (key === undefined) return undefined;
    return key === field ? fields[key] : `${key.slice(field.length + 1)}: ${fields[key] ?? ''}`;
  };
  const shown = FIELDS.some((field) => of(field) !== undefined);
  const unplaced = Object.entries(fields).filter(
    ([path]) => !FIELDS.some((field) => path === field || path.startsWith(`${field}.`)),
  );
  const rest =
    shown && unplaced.length === 0
      ? null
      : unplaced.map(([path, message]) => `${path}: ${message}`).join(' ') || error.message;
  return { of, rest };
}
