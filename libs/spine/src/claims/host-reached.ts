import type { SpineEvent } from '../event.ts';
import type { CborMap } from '../values.ts';
import type { Surface } from '../vocabulary.ts';
import type { Answer, BlindSpot, Claim } from './claim.ts';
import { attestedOf, summaryNamesHost } from './attested.ts';
import { cannotSay, no, yes } from './answers.ts';
import { hostOf, isAddress, normalHost } from './host.ts';
import { sightOf } from './sight.ts';
import { listed } from '../wording.ts';

/** Egress, and ways out that begin at the provider. */
const BEYOND: readonly Surface[] = ['egress', 'web_search', 'model_calls'];
/** What could hide a way out where egress is not held. */
const WITHIN: readonly Surface[] = ['shell', 'foreign_mcp', 'frames'];
/** Gaps that hide what passed, and not where to. */
const ONLY_WITHIN = new Set(['content_not_seen', 'decisions_not_recorded']);

/**
 * "Did it reach host H?" Connections we let through and model endpoints we called ourselves count; so does what a harness
 * says about the web.
 */
export function hostReached(claim: Claim & { kind: 'host_reached' }, events: readonly SpineEvent[]): Answer {
  const { host } = claim;
  const through = connectionsTo(host, events);
  if (through.reached.length > 0)
    return yes(
      claim,
      'enforced',
      through.reached,
      `${host} was connected to ${times(through.reached.length)}, through us.`,
    );
  const called = events.filter((e) => e.type === 'model.called' && hostOf(e.payload['endpoint']) === host);
  if (called.length > 0)
    return yes(
      claim,
      'enforced',
      called.map((e) => e.seq),
      `${host} was called for the model ${times(called.length)}, by us.`,
    );
  const reported = attestedOf(events, ['web_search', 'native_command', 'foreign_mcp_call']).filter((e) =>
    summaryNamesHost(e, host),
  );
  if (reported.length > 0)
    return yes(
      claim,
      'attested',
      reported.map((e) => e.seq),
      `The harness mentions ${host} in what it says it did by itself.`,
    );
  const unended = through.unended.map((seq) => ({
    surface: 'egress' as const,
    seq,
    reason:
      'A connection was let through here; how it ended, or to which of several addresses it went, is not on the record.',
  }));
  const blind = [...unended, ...blindSpotsOf(events), ...(isAddress(host) ? calledByName(events) : [])];
  if (blind.length > 0)
    return cannotSay(claim, blind, `Nothing on the record names ${host}, but not all traffic was observed.`);
  if (through.failed.length > 0) return no(claim, through.failed, `${host} was asked for and not reached.`);
  const others = connectedTo(events);
  return others.length === 0
    ? no(claim, [], `${host} was not reached.`)
    : no(claim, [], `${host} was not connected to. ${unseenInside(others)}`);
}

/** Several sites may share one front: which of them is asked for inside TLS, nobody outside sees. */
const unseenInside = (hosts: readonly string[]): string =>
  `Which name was asked for inside the connections to ${listed(hosts)} is not seen: a site behind the same front could have answered.`;

/** Hosts that were connected to, through us, by the names they were asked for. */
function connectedTo(events: readonly SpineEvent[]): readonly string[] {
  const closed = new Set(
    events
      .filter(({ type, payload }) => type === 'egress.ended' && payload['outcome'] === 'closed')
      .map(({ payload }) => payload['connection']),
  );
  const hosts = events
    .filter(({ type, payload }) => type === 'egress.decided' && payload['decision'] === 'allowed')
    .filter(({ payload }) => closed.has(payload['connection']))
    .map(({ payload: { host } }) => (typeof host === 'string' ? normalHost(host) : null) ?? 'an unnamed host');
  return [...new Set(hosts)];
}

/** Seqs of the decisions about a host: connections that were made, that came to nothing, and of which it is not known. */
function connectionsTo(host: string, events: readonly SpineEvent[]) {
  const outcomes = new Map(
    events.filter(({ type }) => type === 'egress.ended').map((e) => [e.payload['connection'], e.payload['outcome']]),
  );
  const through = { reached: [] as number[], failed: [] as number[], unended: [] as number[] };
  for (const { type, seq, payload } of events) {
    const leads = type === 'egress.decided' ? leadsTo(host, payload) : 'elsewhere';
    if (leads === 'elsewhere') continue;
    const end = payload['decision'] === 'allowed' ? outcomes.get(payload['connection']) : 'refused';
    if (end === 'refused' || end === 'unreachable') through.failed.push(seq);
    else if (end === 'closed' && leads === 'there') through.reached.push(seq);
    else through.unended.push(seq);
  }
  return through;
}

/** Under its name, or at the address the name stood for; where it stood for several, which one it was is not known. */
function leadsTo(host: string, { host: asked, addresses }: CborMap): 'there' | 'perhaps' | 'elsewhere' {
  const is = (name: unknown): boolean => typeof name === 'string' && (normalHost(name) ?? name) === host;
  if (is(asked)) return 'there';
  const known = Array.isArray(addresses) ? (addresses as readonly unknown[]) : [];
  if (!known.some(is)) return 'elsewhere';
  return known.length === 1 ? 'there' : 'perhaps';
}

function blindSpotsOf(events: readonly SpineEvent[]): readonly BlindSpot[] {
  const sight = sightOf(events);
  const hidden = sight.blindAmong(BEYOND).filter(({ seq }) => !tellsWhereTo(events, seq));
  // Where egress is held, whatever a shell or a server inside does to get out passes us or goes nowhere.
  const inside = hidden.some(({ surface }) => surface === 'egress') ? sight.blindAmong(WITHIN) : [];
  const spots = [...hidden, ...inside.filter(({ seq }) => seq === null || !hidden.some((spot) => spot.seq === seq))];
  return [...spots, ...uncontained(events)];
}

function tellsWhereTo(events: readonly SpineEvent[], seq: number | null): boolean {
  const gap = seq === null ? undefined : events.find((event) => event.seq === seq);
  return typeof gap?.payload['reason'] === 'string' && ONLY_WITHIN.has(gap.payload['reason']);
}

/** A program that ran as a plain process could reach whatever its host does. */
function uncontained(events: readonly SpineEvent[]): readonly BlindSpot[] {
  return events
    .filter(
      ({ type, payload }) =>
        type === 'dispatch.start' && payload['runs_program'] === true && payload['containment'] === 'process',
    )
    .map(({ seq }) => ({ surface: 'egress', seq, reason: 'A program ran here without containment.' }));
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The address behind the name of a model endpoint is not on the record. */
function calledByName(events: readonly SpineEvent[]): readonly BlindSpot[] {
  return events
    .filter(({ type, payload }) => type === 'model.called' && !isAddress(hostOf(payload['endpoint']) ?? ''))
    .map(({ seq }) => ({
      surface: 'egress',
      seq,
      reason: 'A model endpoint was called by its name; at which address is not on the record.',
    }));
}
