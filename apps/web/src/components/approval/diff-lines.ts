import { diffLines } from 'diff';

export interface DiffLine {
  readonly mark: '+' | '-' | ' ' | '@';
  readonly text: string;
}

/** Beyond this many differing lines a comparison takes too long to be worth waiting for. */
const MOST_EDITS = 2_000;
/** Unchanged lines kept around a change. */
const AROUND = 3;

/**
 * Lines of a file before and after, unchanged stretches folded.
 *
 * @returns null when the two differ too much to be laid side by side
 */
export function fileDiff(before: string, after: string): readonly DiffLine[] | null {
  const parts = diffLines(before, after, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return null;
  const lines = parts.flatMap(({ added, removed, value }) =>
    linesOf(value).map((text): DiffLine => ({ mark: added ? '+' : removed ? '-' : ' ', text })),
  );
  return folded(lines);
}

/** Lines of a unified diff as somebody else wrote it. */
export function patchLines(patch: string): readonly DiffLine[] {
  return linesOf(patch).map((line): DiffLine => {
    if (/^(@@|--- |\+\+\+ )/.test(line)) return { mark: '@', text: line };
    const mark = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ';
    return { mark, text: /^[+\- ]/.test(line) ? line.slice(1) : line };
  });
}

function folded(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ mark }) => mark !== ' '),
  );
  const kept: DiffLine[] = [];
  let skipped = 0;
  for (const [at, line] of lines.entries()) {
    if (near[at] === true) {
      if (skipped > 0) kept.push(fold(skipped));
      skipped = 0;
      kept.push(line);
    } else skipped += 1;
  }
  if (skipped > 0) kept.push(fold(skipped));
  return kept;
}

const fold = (lines: number): DiffLine => ({
  mark: '@',
  text: `${String(lines)} unchanged ${lines === 1 ? 'line' : 'lines'}`,
});

/** Lines without their ends. An end that is there does not make one line more. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
