/** The files a unified diff names in its headers. Lines within a hunk are content, whatever they look like. */
export interface PatchPaths {
  readonly paths: readonly string[];
  /** False when a name is written in a way that is not read here. */
  readonly complete: boolean;
}

export function patchPaths(patch: string): PatchPaths {
  const names: string[] = [];
  const lines = patch.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!.replace(/\r$/u, '');
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/u.exec(line);
    if (hunk) at = endOfHunk(lines, at, Number(hunk[1] ?? 1), Number(hunk[2] ?? 1));
    else names.push(...namesOf(line));
  }
  const kept = names.filter((name) => name !== '/dev/null');
  return {
    paths: [...new Set(kept.flatMap((name) => [name, name.replace(/^[ab]\//u, '')]))],
    complete: kept.length > 0 && !kept.some((name) => name.startsWith('"')),
  };
}

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

/** A prefix `a/` or `b/` may also be a folder, so both readings are kept. */
function namesOf(line: string): readonly string[] {
  const named = /^(?:---|\+\+\+) ([^\t]+)/u.exec(line);
  if (named) return [named[1]!];
  const git = /^diff --git (.+)$/u.exec(line)?.[1];
  if (git === undefined) return [];
  // Where the two names differ, or hold spaces that leave it open, the line does not say.
  const half = git.slice(2, (git.length - 1) / 2);
  return git === `a/${half} b/${half}` ? [half] : [`"${git}`];
}
