/** The forms a secret is met in: as it stands, and as JSON and addresses write it. */

/** Stands where a secret stood. */
export const MARK = '[redacted]';

/** Longest first, each once. JSON may write `/` and `+` as escapes, too. */
export function writtenForms(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const plus = ['\\u002b', '\\u002B'].map((code) => escaped.replaceAll('+', code));
  const forms = [secret, escaped, escaped.replaceAll('/', '\\/'), ...plus, encodeURIComponent(secret)];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** How many characters of the text before `end` are the beginning of the form, and not all of it. */
export function tailOf(text: string, form: string, end = text.length): number {
  const last = text.charCodeAt(end - 1);
  for (let length = Math.min(form.length - 1, end); length > 0; length -= 1)
    if (form.charCodeAt(length - 1) === last && text.endsWith(form.slice(0, length), end)) return length;
  return 0;
}

/** More than half of a secret is as good as the secret. */
export const isMostOf = (length: number, form: string): boolean => 2 * length > form.length;
