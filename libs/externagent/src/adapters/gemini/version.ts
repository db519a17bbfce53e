/** Gemini CLI versions the lockdown was verified against. */
export const VERIFIED = '0.61';

/** Reads the output of `gemini --version`: `0.61.0`. */
export function versionOf(output: string): string | null {
  return /^(\d+\.\d+\.\d+(?:-[\w.]+)?)\s*$/m.exec(output)?.[1] ?? null;
}
