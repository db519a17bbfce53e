/** "29 Nov 2026, 13:56:30 CET" in the reader's zone; "–" when there is none. */
export function clock(iso: string | null): string {
  return iso === null ? '–' : zoned(new Date(iso), `${day(new Date(iso))}, ${time(new Date(iso))}`);
}

/** The reader's zone, as all times without one beside them are in it: "Europe/Berlin", "UTC". */
export const zoneHere = (): string => new Intl.DateTimeFormat('en-GB').resolvedOptions().timeZone;

/** "13:56:30.123" in the reader's zone, which is told once beside the list of them; from Unix nanoseconds as text. */
export function clockOfNs(ns: string): string {
  const date = dateOfNs(ns);
  if (date === null) return ns;
  return `${time(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** "29 Nov 2026, 13:56:30.123 CET" in the reader's zone, from Unix nanoseconds as text. */
export function momentOfNs(ns: string): string {
  const date = dateOfNs(ns);
  return date === null ? ns : zoned(date, `${day(date)}, ${clockOfNs(ns)}`);
}

/** "2026-11-29T13:56:30.123456789Z": every digit the record holds. */
export function exactNs(ns: string): string {
  const date = dateOfNs(ns);
  if (date === null) return `${ns} ns since 1970`;
  const fraction = (((BigInt(ns) % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n).toString().padStart(9, '0');
  return `${date.toISOString().slice(0, 19)}.${fraction}Z`;
}

/** "12 µs", "3.4 ms", "1.2 s", "2 min 5 s" from microseconds. */
export function duration(us: number): string {
  if (us < 1_000) return `${String(us)} µs`;
  if (us < 1_000_000) return `${trimmed(us / 1_000)} ms`;
  if (us < 60_000_000) return `${trimmed(us / 1_000_000)} s`;
  const seconds = Math.round(us / 1_000_000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** "just now", "4 min ago", "3 h ago", else the date. */
export function ago(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000));
  if (seconds < 45) return 'just now';
  if (seconds < 3_570) return `${String(Math.max(1, Math.round(seconds / 60)))} min ago`;
  if (seconds < 84_600) return `${String(Math.round(seconds / 3_600))} h ago`;
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' });
}

/** "9 s", "4 min 05 s", "3 h 20 min", "2 days" from milliseconds that are left; never rounded up. */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min ${String(seconds % 60).padStart(2, '0')} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${String(hours)} h ${String(minutes % 60)} min` : `${String(Math.floor(hours / 24))} days`;
}

function dateOfNs(ns: string): Date | null {
  if (!/^-?\d{1,19}$/.test(ns)) return null;
  const date = new Date(Number(BigInt(ns) / 1_000_000n));
  return Number.isNaN(date.getTime()) ? null : date;
}

const day = (date: Date): string => date.toLocaleDateString('en-GB', { dateStyle: 'medium' });
const time = (date: Date): string => date.toLocaleTimeString('en-GB', { hour12: false });

/** The text with what the zone is called on that date. */
function zoned(date: Date, text: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(date);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trimEnd();
}

const trimmed = (value: number): string =>
  value < 10 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
