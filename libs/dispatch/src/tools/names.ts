/**
 * What may stand in an event for good. An event is never erased, so of what a model, a harness or a person writes it holds
 * names only (a path, a program, an action) and counts; sentences are content, which can be.
 */

/** Stands where a name was to stand and something else was given. */
export const NO_NAME = '(not a name)';

/** The program a command names: the last part of its path, or '' where that is no plain name. */
export function programName(command: string): string {
  const name = command.slice(command.lastIndexOf('/') + 1);
  return /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/.test(name) ? name : '';
}

/** The program a shell's line begins with; '' where it begins with anything else (a quote, an assignment, a bracket). */
export function programOfLine(line: string): string {
  return programName(/^\s*(\S{1,4096})(?:\s|$)/.exec(line)?.[1] ?? '');
}

/** An action as somebody named it: as it stands where it could be the name of one, else NO_NAME. */
export function actionName(action: string): string {
  return /^[A-Za-z0-9_.:/-]{1,128}$/.test(action) ? action : NO_NAME;
}

/** A value that its author says is a name: at most 64 letters, digits and `. _ : / # @ + -`, or a number or truth value; else null. */
export function plainName(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && /^[\p{L}\p{M}\p{N}._:/#@+-]{1,64}$/u.test(value) ? value : null;
}

/**
 * The files a unified diff names in its headers, in order, each once. Lines within a hunk are text, whatever they look
 * like, and so is everything after a line that belongs to no hunk.
 */
export function namesInPatch(patch: string): readonly string[] {
  const names = new Set<string>();
  const lines = patch.split('\n').map((line) => line.replace(/\r$/, ''));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    const [from, to] = [headerName('---', line), headerName('+++', lines[at + 1] ?? '')];
    if (hunk !== null) at = endOfHunk(lines, at, Number(hunk[1] ?? 1), Number(hunk[2] ?? 1));
    else if (from !== null && to !== null) {
      for (const name of [from, to]) if (name !== '/dev/null') names.add(name.replace(/^[ab]\//, ''));
      at += 1;
    } else if (/^[ +-]/.test(line)) break;
  }
  return [...names];
}

const headerName = (mark: '---' | '+++', line: string): string | null =>
  line.startsWith(`${mark} `) ? (/^[^\t]{1,200}/.exec(line.slice(4))?.[0] ?? null) : null;

/** Index of the hunk's last line. */
function endOfHunk(lines: readonly string[], header: number, before: number, after: number): number {
  let [at, left, right] = [header, before, after];
  while ((left > 0 || right > 0) && at + 1 < lines.length) {
    at += 1;
    const kind = lines[at]![0];
    if (kind !== '+' && kind !== '\\') left -= 1;
    if (kind !== '-' && kind !== '\\') right -= 1;
  }
  return at;
}
