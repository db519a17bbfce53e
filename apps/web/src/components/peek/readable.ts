/** JSON laid out over lines; everything else, and JSON that does not parse, as it is. */
export function readable(text: string, media: string): string {
  if (!/[/+]json$/.test(media.split(';')[0] ?? '')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
