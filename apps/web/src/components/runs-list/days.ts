/** "2026-11-29" of an instant in the reader's zone; empty for what is none. */
export function dayOf(iso: string): string {
  const at = new Date(iso);
  if (iso === '' || Number.isNaN(at.getTime())) return '';
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The instant at which a day of the reader's zone begins; empty for what is no day. */
export function instantOf(day: string): string {
  const at = new Date(`${day}T00:00:00`);
  return day === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
