/**
 * Whether a failure codex words is worth retrying. Codex gives no code in its event stream, so this reads the sentence;
 * what is not recognised counts as worth retrying.
 */
export function isTerminal(message: string): boolean {
  return TERMINAL.some((pattern) => pattern.test(message));
}

const TERMINAL: readonly RegExp[] = [
  /\b(?:status|code|error):? 40[13]\b/i,
  /\bunauthori[sz]ed\b/i,
  /\bforbidden\b/i,
  /\b(?:invalid|incorrect) api key\b/i,
  /\bmissing environment variable\b/i,
  /\bnot logged in\b/i,
  /\bquota\b|\busage limit\b/i,
  /\bnot supported\b/i,
  /\bmodel\b.*\bdoes not exist\b/i,
  /\bcontext window\b/i,
];
