/** Connections that were asked for through us, as decisions about them and their ends tell. Payloads may be hostile. */
import type { CborMap, CborValue } from '../values.ts';
import type { AskedEvent } from './claim.ts';
import { normalHost } from './host.ts';

interface Decided {
  readonly seq: number;
  readonly leads: 'there' | 'perhaps' | 'elsewhere';
  /** The name it was asked for by. */
  readonly host: string;
}

/** Those to one host are told apart by their seqs; of the others the names are kept. What has ended is not held. */
export class Connections {
  readonly #host: string;
  /** Connection → decisions that let it through, while its end was not seen; and ends whose decision was not. */
  readonly #open = new Map<CborValue | undefined, Decided[]>();
  readonly #ended = new Map<CborValue | undefined, CborValue | undefined>();
  /** Seqs of decisions: made, come to nothing, and of which it is not known. */
  readonly #reached: number[] = [];
  readonly #failed: number[] = [];
  readonly #unknown: number[] = [];
  /** Name → seq of the first decision for it. */
  readonly #others = new Map<string, number>();

  constructor(host: string) {
    this.#host = host;
  }

  see({ type, seq, payload }: AskedEvent): void {
    if (type === 'egress.decided') this.#decide(seq, payload);
    else if (type === 'egress.ended') this.#end(payload['connection'], payload['outcome']);
  }

  get reached(): readonly number[] {
    return inOrder(this.#reached);
  }

  get failed(): readonly number[] {
    return inOrder(this.#failed);
  }

  /** Let through; how it ended, or to which of several addresses it went, is not on the record. */
  get unknown(): readonly number[] {
    const open = [...this.#open.values()].flat().flatMap(({ seq, leads }) => (leads === 'elsewhere' ? [] : [seq]));
    return inOrder([...this.#unknown, ...open]);
  }

  /** All hosts that were connected to, by the names they were asked for. */
  get names(): readonly string[] {
    return [...this.#others].sort(([, one], [, other]) => one - other).map(([name]) => name);
  }

  #decide(seq: number, payload: CborMap): void {
    const { connection, decision, host } = payload;
    const leads = leadsTo(this.#host, payload);
    if (decision !== 'allowed') {
      if (leads !== 'elsewhere') this.#failed.push(seq);
      return;
    }
    const decided = { seq, leads, host: (typeof host === 'string' ? normalHost(host) : null) ?? 'an unnamed host' };
    const ended = this.#ended.has(connection) ? this.#ended.get(connection) : undefined;
    if (this.#ended.delete(connection)) this.#close(decided, ended);
    else this.#open.set(connection, [...(this.#open.get(connection) ?? []), decided]);
  }

  #end(connection: CborValue | undefined, outcome: CborValue | undefined): void {
    const open = this.#open.get(connection);
    if (open === undefined) {
      this.#ended.set(connection, outcome);
      return;
    }
    this.#open.delete(connection);
    for (const decided of open) this.#close(decided, outcome);
  }

  #close({ seq, leads, host }: Decided, outcome: CborValue | undefined): void {
    if (outcome === 'closed' && !this.#others.has(host)) this.#others.set(host, seq);
    if (leads === 'elsewhere') return;
    if (outcome === 'refused' || outcome === 'unreachable') this.#failed.push(seq);
    else if (outcome === 'closed' && leads === 'there') this.#reached.push(seq);
    else this.#unknown.push(seq);
  }
}

/** Under its name, or at the address the name stood for; where it stood for several, which one it was is not known. */
function leadsTo(host: string, { host: asked, addresses }: CborMap): Decided['leads'] {
  const is = (name: unknown): boolean => typeof name === 'string' && (normalHost(name) ?? name) === host;
  if (is(asked)) return 'there';
  const known = Array.isArray(addresses) ? (addresses as readonly unknown[]) : [];
  if (!known.some(is)) return 'elsewhere';
  return known.length === 1 ? 'there' : 'perhaps';
}

const inOrder = (seqs: readonly number[]): readonly number[] => [...seqs].sort((one, other) => one - other);
