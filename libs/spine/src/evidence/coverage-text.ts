import type { Report } from '../verdicts.ts';
import type { Coverage } from './coverage.ts';

/** The coverage statement for reading and printing: plain text. */
export function coverageText(coverage: Coverage, report: Report): string {
  const { tiers, calls, contents } = coverage;
  return [
    `What this package covers: run ${shown(coverage.run ?? 'unknown')}`,
    '',
    `${coverage.events} events: ${tiers.enforced} enforced, ${tiers.attested} attested, ${tiers.unobserved} unobserved.`,
    `${calls.started} calls were started, ${calls.ended} ended, ${calls.rejected} were rejected.`,
    `${contents.included} of the ${contents.named} contents that events name are included.`,
    ...(report.vouches === null ? [] : ['', shown(report.vouches)]),
    '',
    'Verdicts',
    ...report.verdicts.map(({ name, state, sentence }) => `- ${name}: ${state}. ${shown(sentence)}`),
    '',
    'Limits',
    ...coverage.limits.map((limit) => `- ${shown(limit)}`),
    '',
  ].join('\n');
}

/** Text of a record may hold anything: control characters are shown, not obeyed. */
function shown(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
