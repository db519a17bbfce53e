import { NO_BOUNDS } from './grant-draft.ts';
import { EMPTY_DRAFT, type GoalDraft } from './goal-draft.ts';

export interface Template {
  readonly name: string;
  readonly about: string;
  /** What it sets; everything else stays as it was. */
  readonly sets: Partial<GoalDraft>;
}

const READING = ['workspace_read', 'workspace_list', 'workspace_search'];
const WRITING = [...READING, 'workspace_write', 'workspace_patch'];
const ASKED = { ...NO_BOUNDS, required: '1' };

/** Starting points, the most careful first. */
export const TEMPLATES: readonly Template[] = [
  {
    name: 'Read only',
    about: 'Reads, lists and searches the workspace. Writes nothing, runs nothing.',
    sets: { grant: READING, bounds: {}, maxSteps: '16', maxCalls: '100' },
  },
  {
    name: 'Write with approval',
    about: 'Every write waits until a person has seen its exact bytes and agreed.',
    sets: { grant: WRITING, bounds: { workspace_write: ASKED, workspace_patch: ASKED }, timeout: '3600' },
  },
  {
    name: 'Write in one folder',
    about: 'Reads everything, writes below src/ and nowhere else.',
    sets: {
      grant: WRITING,
      bounds: {
        workspace_write: { ...NO_BOUNDS, paths: 'src/**' },
        workspace_patch: { ...NO_BOUNDS, paths: 'src/**' },
      },
    },
  },
  {
    name: 'Change and check',
    about: 'Writes and runs programs in the kernel’s sandbox; your own check decides about the outcome.',
    sets: {
      grant: [...WRITING, 'run_command'],
      bounds: {},
      containmentFloor: 'kernel',
      verify: 'npm\ntest',
    },
  },
];

/** A draft as text, for keeping in this browser; files are left out, since they may be large. */
export const draftText = (draft: GoalDraft): string => JSON.stringify({ ...draft, files: [] });

/** Reads such a text. What is not of a draft's shape keeps the value of an empty one; null when it is no draft at all. */
export function draftFrom(text: string): GoalDraft | null {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    const entries = Object.entries(EMPTY_DRAFT).map(([key, usual]): [string, unknown] => {
      const value: unknown = (kept as Record<string, unknown>)[key];
      return [key, sameShape(value, usual) ? value : usual];
    });
    return { ...EMPTY_DRAFT, ...(Object.fromEntries(entries) as Partial<GoalDraft>), files: [] };
  } catch {
    return null;
  }
}

function sameShape(value: unknown, usual: unknown): boolean {
  if (Array.isArray(usual)) return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (typeof usual === 'object')
    return typeof value === 'object' && value !== null && Object.values(value).every(isBounds);
  return typeof value === typeof usual;
}

const isBounds = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(NO_BOUNDS).every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
