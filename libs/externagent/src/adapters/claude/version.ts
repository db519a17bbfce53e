/** Claude Code versions the lockdown was verified against. */
export const VERIFIED = '2.1';

/** Reads the output of `claude --version`: `2.1.332 (Claude Code)`. */
export function versionOf(output: string): string | null {
  return /^(\d+\.\d+\.\d+(?:-[\w.]+)?) \(Claude Code\)\s*$/m.exec(output)?.[1] ?? null;
}
