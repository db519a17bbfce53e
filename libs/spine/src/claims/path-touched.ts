import type { SpineEvent } from '../event.ts';
import type { Surface } from '../vocabulary.ts';
import type { Answer, BlindSpot, Claim, ContentReader } from './claim.ts';
import { attestedOf, summaryNamesPath } from './attested.ts';
import { dispatchesOf, type Dispatch } from '../dispatches.ts';
import { admitted } from './admitted.ts';
import { cannotSay, no, yes } from './answers.ts';
import { namedPaths, type NamedPaths } from './named-paths.ts';
import { depthBelow } from './path.ts';
import { sightOf } from './sight.ts';

const NATIVE: readonly Surface[] = ['shell', 'file_writes', 'foreign_mcp', 'sub_agents', 'frames'];
/** Calls that touch the paths their arguments name, and nothing else. */
const BY_NAME = ['workspace_read', 'workspace_write', 'workspace_patch', 'workspace_list', 'allow_file_change'];
/** Calls that touch no path. */
const NOTHING = ['answer_question', 'conformance_check'];

type Started = Dispatch & { readonly startSeq: number };

/** "Was path Z touched?" Read, listed, written or patched; Z itself or anything under it. */
export function pathTouched(
  claim: Claim & { kind: 'path_touched' },
  events: readonly SpineEvent[],
  read: ContentReader,
): Answer {
  const started = admitted(dispatchesOf(events));
  const named = started.flatMap((call) => (BY_NAME.includes(call.action) ? [{ call, ...namedPaths(call, read) }] : []));
  const hits = named.filter(({ paths }) => paths.some((path) => depthBelow(claim.path, path) !== null));
  if (hits.length > 0)
    return yes(
      claim,
      'enforced',
      hits.map(({ call }) => call.startSeq),
      touchedBy(
        claim.path,
        hits.map(({ call }) => call),
      ),
    );
  const reported = attestedOf(events, ['file_change', 'native_command']).filter((e) => summaryNamesPath(e, claim.path));
  if (reported.length > 0)
    return yes(
      claim,
      'attested',
      reported.map((e) => e.seq),
      `The harness mentions ${shown(claim.path)} in what it says it did by itself.`,
    );
  const blind = [
    ...sightOf(events).blindAmong(NATIVE),
    ...started.flatMap((call) => unlisted(call)),
    ...named.flatMap(({ call, ...paths }) => beyond(claim.path, call, paths)),
  ];
  return blind.length > 0
    ? cannotSay(claim, blind, `No call names ${shown(claim.path)}, but it could have been touched unseen.`)
    : no(claim, [], `${shown(claim.path)} was not touched.`);
}

function touchedBy(path: string, calls: readonly Started[]): string {
  const by = [...new Set(calls.map(({ action }) => action))].join(', ');
  return calls.some(({ outcome }) => outcome !== 'error')
    ? `${shown(path)} was touched by ${by}.`
    : `${shown(path)} was named in calls of ${by}; each ended in an error.`;
}

/** A call that may touch files it does not name. */
function unlisted({ action, startSeq }: Started): readonly BlindSpot[] {
  if (BY_NAME.includes(action) || NOTHING.includes(action)) return [];
  const reason = `What ${action} touched inside the workspace is not listed file by file.`;
  return [{ surface: 'file_writes', seq: startSeq, reason }];
}

/** What a call that names its paths may have touched besides. */
function beyond(path: string, { action, startSeq }: Started, named: NamedPaths): readonly BlindSpot[] {
  const spot = (reason: string): BlindSpot => ({ surface: 'arguments', seq: startSeq, reason });
  if (!named.complete) return [spot(`Not every path of this ${action} can be read from what is at hand.`)];
  const depth = Math.min(...named.paths.map((outer) => depthBelow(outer, path) ?? Infinity));
  if (depth === Infinity || (named.below !== null && depth > named.below)) return [];
  return [spot(`This ${action} may have opened folders below the one it names; they are not listed one by one.`)];
}

const shown = (path: string): string => (path === '' ? 'the workspace' : path);
