import type { ToolResult } from '../../tool.ts';

export interface LinesOptions {
  /** What to answer when there are no lines. */
  readonly empty: string;
  /** What a line is, plural. */
  readonly unit: string;
  /** Further ones that were not even collected. */
  readonly more: number;
  /** Said in the closing line; empty for nothing. */
  readonly note: string;
}

/** Room for the closing line, bytes. */
const CLOSING_ROOM = 200;

/** Joins lines as far as they fit, whole lines only, and says in a closing line how many are missing. */
export function boundLines(
  lines: readonly string[],
  maxBytes: number,
  { empty, unit, more, note }: LinesOptions,
): ToolResult {
  let used = 0;
  const over = lines.findIndex((line) => (used += Buffer.byteLength(line) + 1) > maxBytes - CLOSING_ROOM);
  const kept = over === -1 ? lines : lines.slice(0, over);
  const missing = lines.length - kept.length + more;
  const said = [missing > 0 ? `at least ${missing} more ${unit} are missing here` : '', note]
    .filter(Boolean)
    .join('; ');
  const body = kept.length === 0 && missing === 0 ? [empty] : kept;
  return { text: [...body, ...(said === '' ? [] : [`[${said}]`])].join('\n'), ...(missing > 0 && { truncated: true }) };
}
