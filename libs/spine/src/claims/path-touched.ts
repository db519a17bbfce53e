import type { SpineEvent } from '../event.ts';
import type { Surface } from '../vocabulary.ts';
import type { Answer, BlindSpot, Claim } from './claim.ts';
import { attestedOf, summaryMentions } from './attested.ts';
import { dispatchesOf } from '../dispatches.ts';
import { admitted } from './admitted.ts';
import { cannotSay, no, yes } from './answers.ts';
import { sightOf } from './sight.ts';

const NATIVE: readonly Surface[] = ['shell', 'file_writes', 'foreign_mcp', 'sub_agents', 'frames'];

/** "Was path Z touched?" Read, listed, written or patched; Z itself or anything under it. */
export function pathTouched(claim: Claim & { kind: 'path_touched' }, events: readonly SpineEvent[]): Answer {
  const started = admitted(dispatchesOf(events));
  const hits = started.filter(
    (d) => d.action.startsWith('workspace_') && scopesOf(d.scope).some((scope) => covers(claim.path, scope)),
  );
  if (hits.length > 0)
    return yes(
      claim,
      'enforced',
      hits.map((d) => d.startSeq),
      `${claim.path} was touched by ${[...new Set(hits.map((d) => d.action))].join(', ')}.`,
    );
  const reported = attestedOf(events, ['file_change', 'native_command']).filter((e) => summaryMentions(e, claim.path));
  if (reported.length > 0)
    return yes(
      claim,
      'attested',
      reported.map((e) => e.seq),
      `The harness mentions ${claim.path} in what it says it did by itself.`,
    );
  const blind: BlindSpot[] = [...sightOf(events).blindAmong(NATIVE)];
  for (const { action, startSeq } of started)
    if (action === 'run_command' || action === 'workspace_search')
      blind.push({
        surface: 'file_writes',
        seq: startSeq,
        reason: `What ${action} touched inside the workspace is not listed file by file.`,
      });
  return blind.length > 0
    ? cannotSay(claim, blind, `No call names ${claim.path}, but it could have been touched unseen.`)
    : no(claim, [], `${claim.path} was not touched.`);
}

function scopesOf(scope: string): readonly string[] {
  return scope.split(', ').map((part) => part.replace(/^\.\//u, ''));
}

function covers(path: string, scope: string): boolean {
  return scope === path || scope.startsWith(`${path}/`) || path === '' || path === '.';
}
