/** A list or an object that is being written. */
interface Open {
  /** Of an object, in the order they are written in; null for a list. */
  readonly keys: readonly string[] | null;
  readonly values: readonly unknown[];
  at: number;
}

/**
 * JSON of a value that came as JSON, with the keys of its objects in one order. No function calls itself: nesting may go deeper
 * than those can, and what cannot be written could not be compared.
 */
export function sortedJson(value: unknown): string {
  const written: string[] = [];
  const open: Open[] = [];
  const write = (next: unknown): void => {
    if (typeof next === 'number' || typeof next === 'boolean' || next === null) written.push(String(next));
    else if (typeof next !== 'object') written.push(JSON.stringify(next));
    else {
      const holder = opened(next);
      written.push(holder.keys === null ? '[' : '{');
      open.push(holder);
    }
  };
  write(value);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { keys, values, at } = top;
    if (at === values.length) {
      written.push(keys === null ? ']' : '}');
      open.pop();
      continue;
    }
    if (at > 0) written.push(',');
    if (keys !== null) written.push(JSON.stringify(keys[at]), ':');
    top.at += 1;
    write(values[at]);
  }
  return written.join('');
}

function opened(holder: object): Open {
  if (Array.isArray(holder)) return { keys: null, values: holder, at: 0 };
  const keys = Object.keys(holder).sort();
  return { keys, values: keys.map((key) => (holder as Record<string, unknown>)[key]), at: 0 };
}
