/** opencode versions the lockdown was verified against. */
export const VERIFIED = '1.18';

/** Reads the output of `opencode --version`: `1.18.33`. */
export function versionOf(output: string): string | null {
  return /^(\d+\.\d+\.\d+(?:-[\w.]+)?)\s*$/m.exec(output)?.[1] ?? null;
}
