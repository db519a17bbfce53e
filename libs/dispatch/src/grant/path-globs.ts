/** Globs over paths of the workspace. Names are compared, never handed to a pattern engine: no glob can be slow. */
import { namesOf } from '../tools/workspace/paths.ts';

/** `**` stands for any number of folders, `*` and `?` for characters within a name. */
export type Glob = readonly string[];

/** The names of a glob; null when it leads out of the workspace, or is none. */
export function globOf(text: string): Glob | null {
  try {
    const names = namesOf(text);
    return names.length === 0 ? null : names;
  } catch {
    return null;
  }
}

/** True when the path itself is in the glob; with `below`, when everything under the path is as well. */
export function covers(glob: Glob, path: readonly string[], below: boolean): boolean {
  return (!below || glob.at(-1) === '**') && matches(glob, path, '**', matchesName);
}

const matchesName = (pattern: string, name: string): boolean =>
  matches(Array.from(pattern), Array.from(name), '*', (one, character) => one === '?' || one === character);

/** Two fingers and one place to come back to: at worst pattern × items steps. */
function matches(
  pattern: readonly string[],
  items: readonly string[],
  many: string,
  same: (one: string, item: string) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let back: { readonly p: number; i: number } | null = null;
  while (i < items.length) {
    const one = pattern[p];
    if (one === many) {
      back = { p: (p += 1), i };
    } else if (one !== undefined && same(one, items[i]!)) {
      p += 1;
      i += 1;
    } else if (back !== null) {
      p = back.p;
      i = back.i += 1;
    } else return false;
  }
  return pattern.slice(p).every((rest) => rest === many);
}
