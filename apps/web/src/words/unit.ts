import { byteCount } from './count.ts';
import { duration } from './time.ts';

/** What a number of a payload is, by the unit its key ends in: "23268 µs = 23 ms" of `duration_us`; null where the key names none. */
export function inUnits(key: string, value: unknown): string | null {
  if (typeof value !== 'number' || value < 0) return null;
  if (key.endsWith('_us')) return both(`${String(value)} µs`, duration(value));
  if (key.endsWith('_ms')) return both(`${String(value)} ms`, duration(value * 1_000));
  return key === 'bytes' || key.endsWith('_bytes') ? both(`${String(value)} B`, byteCount(value)) : null;
}

const both = (exact: string, short: string): string => (exact === short ? exact : `${exact} = ${short}`);
