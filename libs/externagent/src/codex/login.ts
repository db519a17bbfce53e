/** What `codex login status` says. Its output holds part of a key: it is read here and never repeated. */
export type Login = 'api_key' | 'chatgpt' | 'none';

/** It answers on stderr; "Not logged in" also holds the words "logged in". */
export function loginOf(output: string, code: number | null): Login {
  if (code !== 0 || /\bnot logged in\b/i.test(output)) return 'none';
  if (/\bapi key\b/i.test(output)) return 'api_key';
  return /\bchatgpt\b/i.test(output) ? 'chatgpt' : 'none';
}
