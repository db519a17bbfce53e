import type { Surface } from '../vocabulary.ts';
import type { Answer, AskedEvent, BlindSpot, Claim, ContentReader, Inquiry, WantedContent } from './claim.ts';
import { isAttested, Said, wordsNamed } from './attested.ts';
import { cannotSay, MOST, no, yes } from './answers.ts';
import { namedPaths, type NamedPaths } from './named-paths.ts';
import { depthBelow } from './path.ts';
import { Outcomes } from './outcomes.ts';
import { Sight } from './sight.ts';
import { startedBy, type StartedCall } from './started.ts';

const NATIVE: readonly Surface[] = ['shell', 'file_writes', 'foreign_mcp', 'sub_agents', 'frames'];
/** What a harness may do by itself that touches a path. */
const NATIVE_KINDS = ['file_change', 'native_command'];
/** A harness asks whether it may change files; whether it then does is seen nowhere but in its own words. */
const PERMISSION = 'allow_file_change';
/** Calls that touch the paths their arguments name, and nothing else. */
const BY_NAME = ['workspace_read', 'workspace_write', 'workspace_patch', 'workspace_list', PERMISSION];
/** Calls that touch no path. */
const NOTHING = ['answer_question', 'conformance_check'];

/** "Was path Z touched?" Read, listed, written or patched; Z itself or anything under it. */
export class PathTouched implements Inquiry {
  readonly #claim: Claim & { kind: 'path_touched' };
  readonly #sight = new Sight(NATIVE);
  /** Calls that name it. */
  readonly #naming = new Outcomes('dispatch');
  readonly #reported: number[] = [];
  /** Of what the harness did by itself, that whose words are gone. */
  readonly #unheard: BlindSpot[] = [];
  readonly #unlisted: BlindSpot[] = [];
  readonly #beyond: BlindSpot[] = [];

  constructor(claim: Claim & { kind: 'path_touched' }) {
    this.#claim = claim;
  }

  wants(event: AskedEvent): WantedContent | null {
    const call = startedBy(event);
    if (call !== null) return BY_NAME.includes(call.action) ? call.arguments : null;
    return isAttested(event, NATIVE_KINDS) ? wordsNamed(event) : null;
  }

  see(event: AskedEvent, read: ContentReader): void {
    this.#sight.see(event);
    const call = startedBy(event);
    if (call !== null) this.#start(call, read);
    else if (event.type === 'dispatch.end') this.#naming.end(event.payload['call'], event.payload['outcome'] === 'ok');
    else if (isAttested(event, NATIVE_KINDS)) this.#hear(event.seq, new Said(event, read));
  }

  answer(): Answer {
    const claim = this.#claim;
    const { path } = claim;
    const { done, by, unknown } = this.#naming;
    if (done.length > 0) return yes(claim, 'enforced', done, `${shown(path)} was touched by ${by.join(', ')}.`);
    if (this.#reported.length > 0)
      return yes(
        claim,
        'attested',
        this.#reported,
        `The harness mentions ${shown(path)} in what it says it did by itself.`,
      );
    const blind = [...this.#sight.blindAmong(NATIVE), ...this.#unlisted, ...this.#beyond, ...this.#unheard];
    if (unknown.length > 0)
      return cannotSay(
        claim,
        [...unknown, ...blind],
        `${shown(path)} is named in calls, none of which is known to have touched it.`,
      );
    return blind.length > 0
      ? cannotSay(claim, blind, `No call names ${shown(path)}, but it could have been touched unseen.`)
      : no(claim, [], `${shown(path)} was not touched.`);
  }

  #start(call: StartedCall, read: ContentReader): void {
    if (!BY_NAME.includes(call.action)) {
      if (this.#unlisted.length < MOST) this.#unlisted.push(...unlisted(call));
      return;
    }
    const named = namedPaths(call, read);
    if (named.paths.some((path) => depthBelow(this.#claim.path, path) !== null)) this.#name(call);
    else if (this.#beyond.length < MOST)
      this.#beyond.push(...beyond(this.#claim.path, call, named), ...perhaps(this.#claim.path, call, named));
  }

  #name({ call, seq, action }: StartedCall): void {
    if (action === PERMISSION)
      this.#naming.note(seq, `${action} allowed it at most; whether it was done is not on the record.`);
    else this.#naming.begin(call, seq, action);
  }

  #hear(seq: number, said: Said): void {
    const { path } = this.#claim;
    if (said.namesPath(path)) this.#reported.push(seq);
    else if (path !== '' && this.#unheard.length < MOST) this.#unheard.push(...said.unheard);
  }
}

/** A call that may touch files it does not name. */
function unlisted({ action, seq }: StartedCall): readonly BlindSpot[] {
  if (NOTHING.includes(action)) return [];
  const reason = `What ${action} touched inside the workspace is not listed file by file.`;
  return [{ surface: 'file_writes', seq, reason }];
}

/** What a call that names its paths may have touched besides. */
function beyond(path: string, { action, seq }: StartedCall, named: NamedPaths): readonly BlindSpot[] {
  const spot = (reason: string): BlindSpot => ({ surface: 'arguments', seq, reason });
  if (!named.complete) return [spot(`Not every path of this ${action} can be read from what is at hand.`)];
  const depth = Math.min(...named.paths.map((outer) => depthBelow(outer, path) ?? Infinity));
  if (depth === Infinity || (named.below !== null && depth > named.below)) return [];
  return [spot(`This ${action} may have opened folders below the one it names; they are not listed one by one.`)];
}

/** Where the workspace lay, and whether case makes a difference there, is not on the record. */
function perhaps(path: string, { action, seq }: StartedCall, { paths }: NamedPaths): readonly BlindSpot[] {
  const spot = (reason: string): BlindSpot => ({ surface: 'arguments', seq, reason });
  const folded = path.toLowerCase();
  const [inOtherCase] = paths.filter((one) => depthBelow(folded, one.toLowerCase()) !== null);
  if (inOtherCase !== undefined)
    return [spot(`This ${action} names ${inOtherCase}: the same where upper and lower case make no difference.`)];
  const [within] = paths.filter((one) => one !== '' && folded.endsWith(`/${one.toLowerCase()}`));
  // No workspace is the whole machine.
  if (!path.startsWith('/') || within === undefined || path.length === within.length + 1) return [];
  return [spot(`This ${action} names ${within} in the workspace, and where that lay is not on the record.`)];
}

const shown = (path: string): string => (path === '' ? 'the workspace' : path);
