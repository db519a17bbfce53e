/** What the real CLIs printed, as it was captured: data beside the project, found as CONTRIBUTING.md says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Whose a capture is, by the beginning of its name. */
const FAMILIES = {
  'codex-app': /^app-.*\.rpc\.jsonl$/,
  claude: /^cc-.*\.stdout\.jsonl$/,
  opencode: /^oc-.*\.stdout\.jsonl$/,
  gemini: /^gem-.*\.stdout\.jsonl$/,
  codex: /^(?!app-|cc-|oc-|gem-).*\.stdout\.jsonl$/,
} as const;

export type Family = keyof typeof FAMILIES;

export const CAPTURES = resolve(process.env['RUNSEAL_CAPTURES'] ?? '../shared/captures');
export const FAMILY_NAMES = Object.keys(FAMILIES) as readonly Family[];

/** Names of files. */
export const capturesOf = (family: Family): readonly string[] =>
  readdirSync(CAPTURES).filter((name) => FAMILIES[family].test(name));

/** Lines as the CLI printed them, blank ones too. App-server captures hold both directions; only what was heard counts. */
export function capturedLines(name: string): readonly string[] {
  const lines = readFileSync(join(CAPTURES, name), 'utf8').split('\n');
  if (!name.endsWith('.rpc.jsonl')) return lines;
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { dir: string })
    .filter(({ dir }) => dir === '<')
    .map((message) => JSON.stringify({ ...message, dir: undefined }));
}

/** The family whose streams an adapter of this name reads; null where nothing was captured. */
export const familyOf = (adapter: string): Family | null => (adapter in FAMILIES ? (adapter as Family) : null);
