import type { Surface } from '../vocabulary.ts';
import type { Answer, AskedEvent, BlindSpot, Claim, ContentReader, Inquiry, WantedContent } from './claim.ts';
import { isAttested, Said, wordsNamed } from './attested.ts';
import { cannotSay, MOST, no, yes } from './answers.ts';
import { Connections } from './connections.ts';
import { hostOf, isAddress } from './host.ts';
import { Outcomes } from './outcomes.ts';
import { Sight } from './sight.ts';
import { isMap } from '../values.ts';
import { listed } from '../wording.ts';

/** Egress, and ways out that begin at the provider. */
const BEYOND: readonly Surface[] = ['egress', 'web_search', 'model_calls'];
/** What could hide a way out where egress is not held. */
const WITHIN: readonly Surface[] = ['shell', 'foreign_mcp', 'frames'];
/** What a harness may do by itself that leads to a host. */
const NATIVE_KINDS = ['web_search', 'native_command', 'foreign_mcp_call'];

/**
 * "Did it reach host H?" Connections we let through and model endpoints we called ourselves count; so does what a harness
 * says about the web.
 */
export class HostReached implements Inquiry {
  readonly #claim: Claim & { kind: 'host_reached' };
  readonly #sight = new Sight([...BEYOND, ...WITHIN]);
  readonly #through: Connections;
  /** Model calls to the host. */
  readonly #called = new Outcomes('egress');
  /** Seqs of model calls to some name. */
  readonly #calledByName: number[] = [];
  readonly #reported: number[] = [];
  /** Of what the harness did by itself, that whose words are gone. */
  readonly #unheard: BlindSpot[] = [];
  readonly #uncontained: number[] = [];

  constructor(claim: Claim & { kind: 'host_reached' }) {
    this.#claim = claim;
    this.#through = new Connections(claim.host);
  }

  wants(event: AskedEvent): WantedContent | null {
    return isAttested(event, NATIVE_KINDS) ? wordsNamed(event) : null;
  }

  see(event: AskedEvent, read: ContentReader): void {
    const { type, seq, payload } = event;
    this.#sight.see(event);
    this.#through.see(event);
    if (type === 'model.called') this.#model(event);
    else if (type === 'model.answered') this.#called.end(payload['step'], isMap(payload['answer']));
    else if (type === 'dispatch.start') {
      if (payload['runs_program'] === true && payload['containment'] === 'process') this.#uncontained.push(seq);
    } else if (isAttested(event, NATIVE_KINDS)) {
      const said = new Said(event, read);
      if (said.namesHost(this.#claim.host)) this.#reported.push(seq);
      else if (this.#unheard.length < MOST) this.#unheard.push(...said.unheard);
    }
  }

  answer(): Answer {
    const claim = this.#claim;
    const { host } = claim;
    const { reached, failed, names } = this.#through;
    if (reached.length > 0)
      return yes(claim, 'enforced', reached, `${host} was connected to ${times(reached.length)}, through us.`);
    const { done: called } = this.#called;
    if (called.length > 0)
      return yes(claim, 'enforced', called, `${host} answered for the model; it was called by us.`);
    if (this.#reported.length > 0)
      return yes(claim, 'attested', this.#reported, `The harness mentions ${host} in what it says it did by itself.`);
    const blind = this.#blindSpots();
    if (blind.length > 0) return cannotSay(claim, blind, this.#unsettled());
    if (failed.length > 0) return no(claim, failed, `${host} was asked for and not reached.`);
    return names.length === 0
      ? no(claim, [], `${host} was not reached.`)
      : no(claim, [], `${host} was not connected to. ${unseenInside(names)}`);
  }

  #model({ seq, payload }: AskedEvent): void {
    const called = hostOf(payload['endpoint']);
    if (called === this.#claim.host) this.#called.begin(payload['step'], seq, 'model call');
    if (!isAddress(called ?? '')) this.#calledByName.push(seq);
  }

  #unsettled(): string {
    const { host } = this.#claim;
    return this.#called.unknown.length > 0 || this.#through.unknown.length > 0
      ? `${host} was to be connected to, through us; that it was reached is not on the record.`
      : `Nothing on the record names ${host}, but not all traffic was observed.`;
  }

  #blindSpots(): readonly BlindSpot[] {
    const hidden = this.#sight.blindAmong(BEYOND).filter(({ tellsWhereTo }) => !tellsWhereTo);
    // Where egress is held, whatever a shell or a server inside does to get out passes us or goes nowhere.
    const inside = hidden.some(({ surface }) => surface === 'egress') ? this.#sight.blindAmong(WITHIN) : [];
    const known = new Set(hidden.map(({ seq }) => seq));
    return [
      ...egress(this.#through.unknown, UNKNOWN_END),
      ...this.#called.unknown,
      ...hidden,
      ...inside.filter(({ seq }) => seq === null || !known.has(seq)),
      // A program that ran as a plain process could reach whatever its host does.
      ...egress(this.#uncontained, 'A program ran here without containment.'),
      ...egress(isAddress(this.#claim.host) ? this.#calledByName : [], BY_NAME),
      ...this.#unheard,
    ];
  }
}

const egress = (seqs: readonly number[], reason: string): readonly BlindSpot[] =>
  seqs.slice(0, MOST).map((seq) => ({ surface: 'egress', seq, reason }));

const UNKNOWN_END =
  'A connection was let through here; how it ended, or to which of several addresses it went, is not on the record.';
/** The address behind the name of a model endpoint is not on the record. */
const BY_NAME = 'A model endpoint was called by its name; at which address is not on the record.';

/** Several sites may share one front: which of them is asked for inside TLS, nobody outside sees. */
const unseenInside = (hosts: readonly string[]): string =>
  `Which name was asked for inside the connections to ${listed(hosts)} is not seen: a site behind the same front could have answered.`;

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
