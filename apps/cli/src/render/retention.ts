import { countOf } from './report.ts';
import type { RetentionPreview } from '../server/server.ts';
import type { Block, Span } from './screen.ts';

/** What a policy erases, when, and what a hold keeps. */
export function previewBlocks(preview: RetentionPreview): Block[] {
  const { workspace, days, due, held, later, nextAt, items } = preview;
  return [
    [{ text: `${workspace}: content of sealed runs goes ${countOf(days, 'day')} after the seal.`, tone: 'strong' }],
    [isSet(preview) ? 'This policy is set.' : { text: notSet(preview), tone: 'warn' }],
    [],
    [`${isSet(preview) ? 'goes now  ' : 'would go  '} ${sumText(due)}`],
    [`held       ${sumText(held)}${held.runs === 0 ? '' : ': kept while the hold stands'}`],
    [`later      ${sumText(later)}${nextAt === null ? '' : `, the next at ${nextAt}`}`],
    ...(items.length === 0
      ? []
      : [[], { head: ['run', 'sealed', 'due', 'contents', 'bytes', 'what happens'], rows: items.map(row) }]),
    [],
    ['Records, their events and the ledger stay; runs that are not sealed are never due.'],
  ];
}

const isSet = ({ days, policyDays }: RetentionPreview): boolean => days === policyDays;

const notSet = ({ policyDays }: RetentionPreview): string =>
  `This policy is not set: ${policyDays === null ? 'content is kept without limit' : `set are ${countOf(policyDays, 'day')}`}. Nothing was changed.`;

const sumText = ({ runs, contents, bytes }: RetentionPreview['due']): string =>
  runs === 0 ? 'nothing' : `${countOf(runs, 'run')}, ${countOf(contents, 'content')}, ${countOf(bytes, 'byte')}`;

function row({ run, sealedAt, dueAt, due, contents, bytes, hold }: RetentionPreview['items'][number]): Span[] {
  const kept = hold === null ? null : `held by ${hold.placedBy}: ${hold.reason}`;
  return [
    run,
    sealedAt,
    dueAt,
    String(contents),
    String(bytes),
    kept === null ? { text: due ? 'goes' : 'later', tone: due ? 'bad' : 'plain' } : { text: kept, tone: 'warn' },
  ];
}
