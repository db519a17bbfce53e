import type { Report } from '../verdicts.ts';
import type { Coverage } from './coverage.ts';

/** The coverage statement for reading and printing: plain text. */
export function coverageText(coverage: Coverage, report: Report): string {
  const { tiers, calls, contents } = coverage;
  const closing = 'provenance.mix' in coverage.types ? ', and the count of these that closes the run' : '';
  return [
    `What this package covers: run ${shown(coverage.run ?? 'unknown')}`,
    '',
    `Events: ${coverage.events}, of which ${tiers.enforced} enforced, ${tiers.attested} attested, ${tiers.unobserved} unobserved${closing}.`,
    `Calls: ${calls.started} started, ${calls.ended} ended, ${calls.rejected} rejected.`,
    `Contents that events name: ${contents.named}, of which ${contents.included} are included.`,
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
