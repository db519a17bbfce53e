import { spelled } from '../letters.ts';
import type { Report } from '../verdicts.ts';
import type { Coverage } from './coverage.ts';

/** The coverage statement for reading and printing: plain text. */
export function coverageText(coverage: Coverage, report: Report): string {
  const { tiers, calls, contents } = coverage;
  const closing = 'provenance.mix' in coverage.types ? ', and the count of these that closes the run' : '';
  return [
    `What this package covers: run ${spelled(coverage.run ?? 'unknown')}`,
    '',
    `Events: ${coverage.events}, of which ${tiers.enforced} enforced, ${tiers.attested} attested, ${tiers.unobserved} unobserved${closing}.`,
    `Calls: ${calls.started} started, ${calls.ended} ended, ${calls.rejected} rejected.`,
    `Contents that events name: ${contents.named}, of which ${contents.included} are included.`,
    ...(report.vouches === null ? [] : ['', spelled(report.vouches)]),
    '',
    'Verdicts',
    ...report.verdicts.map(({ name, state, sentence }) => `- ${name}: ${state}. ${spelled(sentence)}`),
    '',
    'Limits',
    ...coverage.limits.map((limit) => `- ${spelled(limit)}`),
    '',
  ].join('\n');
}
