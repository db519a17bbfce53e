/** Codex versions the lockdown was verified against. */
export const VERIFIED = '0.171';

/** Reads the output of `codex --version`: `codex-cli 0.171.0`. */
export function versionOf(output: string): string | null {
  return /^codex(?:-cli)? (\d+\.\d+\.\d+(?:-[\w.]+)?)\s*$/m.exec(output)?.[1] ?? null;
}
