/**
 * Whether a failure codex words is worth retrying. Codex gives no code in its event stream, so this reads the sentence;
 * what is not recognised counts as worth retrying.
 */
export function isTerminal(message: string): boolean {
  return TERMINAL.some((pattern) => pattern.test(message)) || namesUnknownModel(message);
}

/** Each goes through a text once: a CLI may word its failures in a megabyte. */
const TERMINAL: readonly RegExp[] = [
  /\b(?:status|code|error):? 40[13]\b/i,
  /\bunauthori[sz]ed\b/i,
  /\bforbidden\b/i,
  /\b(?:invalid|incorrect) api key\b/i,
  /\bmissing environment variable\b/i,
  /\bnot logged in\b/i,
  /\bquota\b|\busage limit\b/i,
  /\bnot supported\b/i,
  /\bcontext window\b/i,
];

/** A line that says `model` and, behind it, `does not exist`. As one pattern it would start anew at every `model`. */
function namesUnknownModel(message: string): boolean {
  return message.split('\n').some((line) => {
    const at = line.search(/\bmodel\b/i);
    return at !== -1 && /\bdoes not exist\b/i.test(line.slice(at));
  });
}
