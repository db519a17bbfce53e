import type { CborValue } from '../values.ts';
import type { Surface } from '../vocabulary.ts';
import type { Answer, AskedEvent, BlindSpot, Claim, ContentReader, Inquiry, WantedContent } from './claim.ts';
import { isAttested, Said, summaryNamesTool, wordsNamed } from './attested.ts';
import { argumentsText, containsWords } from './arguments.ts';
import { cannotSay, MOST, no, yes } from './answers.ts';
import { Sight } from './sight.ts';
import { startedBy, type StartedCall } from './started.ts';

/** Ways by which a harness could act without our waist. */
const NATIVE: readonly Surface[] = ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames'];
const NATIVE_KINDS = ['foreign_mcp_call', 'native_command', 'file_change', 'web_search'];

/**
 * "Was tool X called (with arguments like Y)?" A tool that our waist serves can be called nowhere else; any other name
 * might be a native tool of the harness, whose absence needs its native surfaces denied.
 */
export class ToolCalled implements Inquiry {
  readonly #claim: Claim & { kind: 'tool_called' };
  readonly #sight = new Sight(NATIVE);
  /** Seqs of the calls that were let through, of those with arguments as asked, and of those whose arguments are gone. */
  readonly #started: number[] = [];
  readonly #hits: number[] = [];
  readonly #unread: number[] = [];
  /** Call → seq of its refusal. */
  readonly #refused = new Map<CborValue | undefined, number>();
  readonly #reported: number[] = [];
  /** Of what the harness says it called by itself, that whose words are gone. */
  readonly #unheard: BlindSpot[] = [];

  constructor(claim: Claim & { kind: 'tool_called' }) {
    this.#claim = claim;
  }

  wants(event: AskedEvent): WantedContent | null {
    if (this.#claim.argumentsLike === null) return null;
    return this.#isReported(event) ? wordsNamed(event) : (this.#calledBy(event)?.arguments ?? null);
  }

  see(event: AskedEvent, read: ContentReader): void {
    this.#sight.see(event);
    const { tool, argumentsLike: like } = this.#claim;
    const call = this.#calledBy(event);
    if (call !== null) {
      this.#started.push(call.seq);
      if (like !== null) this.#look(call, like, read);
    } else if (event.type === 'dispatch.rejected' && event.payload['action'] === tool) {
      this.#refused.set(event.payload['call'], event.seq);
    } else if (this.#isReported(event)) {
      if (like === null) this.#reported.push(event.seq);
      else this.#hear(event.seq, new Said(event, read), like);
    }
  }

  answer(): Answer {
    return this.#claim.argumentsLike === null ? this.#called() : this.#calledWith(this.#claim.argumentsLike);
  }

  #calledBy(event: AskedEvent): StartedCall | null {
    const call = startedBy(event);
    return call?.action === this.#claim.tool ? call : null;
  }

  #isReported(event: AskedEvent): boolean {
    return isAttested(event, NATIVE_KINDS) && summaryNamesTool(event, this.#claim.tool);
  }

  #hear(seq: number, said: Said, like: string): void {
    if (said.mentions(like)) this.#reported.push(seq);
    else if (this.#unheard.length < MOST) this.#unheard.push(...said.unheard);
  }

  #look(call: StartedCall, like: string, read: ContentReader): void {
    const text = argumentsText(call, read);
    if (text === undefined) this.#unread.push(call.seq);
    const found = text === undefined ? namesIn(call).some((name) => name.includes(like)) : containsWords(text, like);
    if (found) this.#hits.push(call.seq);
  }

  #called(): Answer {
    const claim = this.#claim;
    const [started, reported, refused] = [this.#started, this.#reported, [...this.#refused.values()]];
    if (started.length > 0)
      return yes(
        claim,
        'enforced',
        started,
        `${claim.tool} was called ${times(started.length)}; each call went through the waist.`,
      );
    if (reported.length > 0)
      return yes(
        claim,
        'attested',
        reported,
        `The harness says that it called ${claim.tool} ${times(reported.length)}; we did not enforce it.`,
      );
    const blind = this.#sight.blindAmong(this.#isServed(refused.length > 0) ? [] : NATIVE);
    if (blind.length > 0)
      return cannotSay(
        claim,
        blind,
        `No call of ${claim.tool} is on the record, but not every way to call it was observed.`,
      );
    return no(
      claim,
      refused,
      refused.length > 0
        ? `${claim.tool} was asked for ${times(refused.length)} and refused each time.`
        : `${claim.tool} was not called.`,
    );
  }

  #calledWith(like: string): Answer {
    const claim = this.#claim;
    const [hits, reported] = [this.#hits, this.#reported];
    if (hits.length > 0)
      return yes(
        claim,
        'enforced',
        hits,
        `${claim.tool} was called ${times(hits.length)} with arguments that contain "${like}".`,
      );
    if (reported.length > 0)
      return yes(
        claim,
        'attested',
        reported,
        `The harness says that it called ${claim.tool} with "${like}"; we did not enforce it.`,
      );
    const blind = [
      ...this.#sight.blindAmong(this.#isServed(this.#started.length > 0) ? [] : NATIVE),
      ...this.#unread.slice(0, MOST).map((seq) => ({
        surface: 'arguments' as const,
        seq,
        reason: 'The arguments of this call are erased or not at hand.',
      })),
      ...this.#unheard,
    ];
    return blind.length > 0
      ? cannotSay(
          claim,
          blind,
          `No call of ${claim.tool} with "${like}" was found, but not everything could be looked at.`,
        )
      : no(claim, this.#started, `${claim.tool} was not called with arguments that contain "${like}".`);
  }

  /** Is it a tool of our waist? Then run.opened grants it, or the waist saw it asked for. */
  #isServed(seen: boolean): boolean {
    const { tool } = this.#claim;
    return seen || this.#sight.grant.includes(tool) || /^workspace_[a-z]+$|^run_command$/u.test(tool);
  }
}

/** What of a scope is out of the arguments: the names, and not the words around them. */
function namesIn({ action, scope }: StartedCall): readonly string[] {
  const names = action === 'allow_file_change' ? scope.replace(/ and \d+ more$/u, '') : scope.replace(/^host: /u, '');
  return action === 'workspace_patch' || names !== scope ? names.split(', ') : [names];
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}
