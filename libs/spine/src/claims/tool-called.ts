import type { SpineEvent } from '../event.ts';
import type { Surface } from '../vocabulary.ts';
import type { Answer, Claim, ContentReader } from './claim.ts';
import { attestedOf, summaryMentions, summaryNamesTool } from './attested.ts';
import { dispatchesOf, type Dispatch } from '../dispatches.ts';
import { admitted } from './admitted.ts';
import { argumentsText, containsWords } from './arguments.ts';
import { cannotSay, no, yes } from './answers.ts';
import { sightOf } from './sight.ts';

/** Ways by which a harness could act without our waist. */
const NATIVE: readonly Surface[] = ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames'];
const NATIVE_KINDS = ['foreign_mcp_call', 'native_command', 'file_change', 'web_search'];

/**
 * "Was tool X called (with arguments like Y)?" A tool that our waist serves can be called nowhere else; any other name
 * might be a native tool of the harness, whose absence needs its native surfaces denied.
 */
export function toolCalled(
  claim: Claim & { kind: 'tool_called' },
  events: readonly SpineEvent[],
  read: ContentReader,
): Answer {
  const all = dispatchesOf(events).filter((d) => d.action === claim.tool);
  const started = admitted(all);
  const sight = sightOf(events);
  const served = isServed(claim.tool, events, all);

  if (claim.argumentsLike !== null) return calledWith(claim, claim.argumentsLike, started, events, read);
  if (started.length > 0)
    return yes(
      claim,
      'enforced',
      started.map((d) => d.startSeq),
      `${claim.tool} was called ${times(started.length)}; each call went through the waist.`,
    );
  const reported = attestedOf(events, NATIVE_KINDS).filter((e) => summaryNamesTool(e, claim.tool));
  if (reported.length > 0)
    return yes(
      claim,
      'attested',
      reported.map((e) => e.seq),
      `The harness says that it called ${claim.tool} ${times(reported.length)}; we did not enforce it.`,
    );
  const blind = sight.blindAmong(served ? [] : NATIVE);
  if (blind.length > 0)
    return cannotSay(
      claim,
      blind,
      `No call of ${claim.tool} is on the record, but not every way to call it was observed.`,
    );
  const refused = all.filter((d) => d.rejectedSeq !== null);
  return no(
    claim,
    refused.map((d) => d.rejectedSeq!),
    refused.length > 0
      ? `${claim.tool} was asked for ${times(refused.length)} and refused each time.`
      : `${claim.tool} was not called.`,
  );
}

function calledWith(
  claim: Claim & { kind: 'tool_called' },
  like: string,
  started: readonly (Dispatch & { startSeq: number })[],
  events: readonly SpineEvent[],
  read: ContentReader,
): Answer {
  const unread: number[] = [];
  const hits = started.filter((dispatch) => {
    const text = argumentsText(dispatch, read);
    if (text !== undefined) return containsWords(text, like);
    unread.push(dispatch.startSeq);
    return namesIn(dispatch).some((name) => name.includes(like));
  });
  if (hits.length > 0)
    return yes(
      claim,
      'enforced',
      hits.map((d) => d.startSeq),
      `${claim.tool} was called ${times(hits.length)} with arguments that contain "${like}".`,
    );
  const reported = attestedOf(events, NATIVE_KINDS).filter(
    (e) => summaryNamesTool(e, claim.tool) && summaryMentions(e, like),
  );
  if (reported.length > 0)
    return yes(
      claim,
      'attested',
      reported.map((e) => e.seq),
      `The harness says that it called ${claim.tool} with "${like}"; we did not enforce it.`,
    );
  const served = isServed(claim.tool, events, started);
  const blind = [
    ...sightOf(events).blindAmong(served ? [] : NATIVE),
    ...unread.map((seq) => ({
      surface: 'arguments' as const,
      seq,
      reason: 'The arguments of this call are erased or not at hand.',
    })),
  ];
  return blind.length > 0
    ? cannotSay(
        claim,
        blind,
        `No call of ${claim.tool} with "${like}" was found, but not everything could be looked at.`,
      )
    : no(
        claim,
        started.map((d) => d.startSeq),
        `${claim.tool} was not called with arguments that contain "${like}".`,
      );
}

/** What of a scope is out of the arguments: the names, and not the words around them. */
function namesIn({ action, scope }: Dispatch): readonly string[] {
  const names = action === 'allow_file_change' ? scope.replace(/ and \d+ more$/u, '') : scope.replace(/^host: /u, '');
  return action === 'workspace_patch' || names !== scope ? names.split(', ') : [names];
}

/** Is it a tool of our waist? Then run.opened grants it, or the waist saw it asked for. */
function isServed(tool: string, events: readonly SpineEvent[], seen: readonly Dispatch[]): boolean {
  const grant = events.find((e) => e.type === 'run.opened')?.payload['grant'];
  return (
    seen.length > 0 || (Array.isArray(grant) && grant.includes(tool)) || /^workspace_[a-z]+$|^run_command$/u.test(tool)
  );
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}
