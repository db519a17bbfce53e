/** What a waiting call is about, for a row of the inbox: read from its arguments, which can be erased. */

/** Longest line, UTF-16 units. */
const LONGEST = 256;

/** Actions whose scope says it all: the arguments need not be read for them. */
export const TOLD_BY_SCOPE: readonly string[] = [
  'workspace_read',
  'workspace_list',
  'workspace_write',
  'workspace_patch',
  'allow_file_change',
];

/** Most bytes of arguments that are read for one line. */
export const MOST_READ = 131_072;

/**
 * One line; null once the arguments are erased.
 *
 * @param args the arguments as recorded; null where they need not or cannot be read for one line
 */
export function aboutOf({ action, scope, kept }: Asked, args: Uint8Array | null): string | null {
  if (!kept) return null;
  const given = args === null || TOLD_BY_SCOPE.includes(action) ? null : objectOf(args);
  return given === null ? scope : clip(lineOf(action, given));
}

interface Asked {
  readonly action: string;
  readonly scope: string;
  /** The arguments are there. */
  readonly kept: boolean;
}

type Given = Readonly<Record<string, unknown>>;

function lineOf(action: string, given: Given): string {
  const { command, question, pattern, path, argv } = given;
  if (action === 'allow_command' && typeof command === 'string') return command;
  if (action === 'answer_question' && typeof question === 'string') return question;
  if (action === 'workspace_search' && typeof pattern === 'string')
    return `${JSON.stringify(pattern)} in ${typeof path === 'string' ? path : '.'}`;
  if (action === 'run_command' && Array.isArray(argv)) return argv.map(String).join(' ');
  return JSON.stringify(given);
}

function objectOf(bytes: Uint8Array): Given | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : null;
  } catch {
    return null;
  }
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return (line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`).toWellFormed();
}
