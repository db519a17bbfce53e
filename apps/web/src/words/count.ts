/** "1 event", "12,345 events". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** "512 B", "12.3 KiB", "4 MiB". */
export function byteCount(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : String(Math.round(value))} ${units[unit] ?? ''}`;
}

/** "9f2c61aa…04be": enough to recognise; copying gives the whole. */
export function shortId(id: string, head = 8, tail = 4): string {
  const [scheme, rest] = id.split(':');
  if (rest !== undefined && scheme !== undefined) return `${scheme}:${shortId(rest, head, tail)}`;
  return id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}
