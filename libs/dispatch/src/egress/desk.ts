/** Judges and records: nothing is looked up or connects that is not on the record first, and how it ended is there too. */
import { randomUUID } from 'node:crypto';
import { draftOf, type EventDraft, type PayloadOf } from '@runseal/spine';
import type { ListedHost } from './host-list.ts';
import { judgeAddresses, judgeName, type Judgement } from './judge.ts';
import type { EgressOptions } from './options.ts';
import { resolveByHost } from './resolve.ts';

export interface Asked {
  readonly host: string;
  readonly port: number;
  readonly via: 'connect' | 'http';
  readonly call: number | null;
}

export interface Ended {
  readonly outcome: 'closed' | 'unreachable';
  /** Bytes from the program, and to it. */
  readonly sent: number;
  readonly received: number;
}

/** A decision that is on the record. */
export interface Decided extends Judgement {
  /** Records the end of an allowed connection. Never rejects. */
  ended(how: Ended): Promise<void>;
}

/** A program that asks without end must not fill the record: more are refused, counted, and told as a gap. */
const MOST_DECISIONS = 1000;

export class EgressDesk {
  readonly #list: readonly ListedHost[];
  readonly #options: Pick<EgressOptions, 'recorder' | 'onFatal' | 'resolve'>;
  #decisions = 0;
  #unrecorded = 0;
  #allowed = 0;
  #lost = false;

  constructor(list: readonly ListedHost[], options: Pick<EgressOptions, 'recorder' | 'onFatal' | 'resolve'>) {
    this.#list = list;
    this.#options = options;
  }

  /** null when it could not be recorded any more: then nothing may connect. */
  async decide(asked: Asked): Promise<Decided | null> {
    this.#decisions += 1;
    if (this.#decisions > MOST_DECISIONS) {
      this.#unrecorded += 1;
      return null;
    }
    const connection = randomUUID();
    const tell = (decision: Decision, judgement: Judgement): Promise<boolean> =>
      this.#append(decidedDraft({ connection, ...asked, ...judgement }, decision));
    let judgement = judgeName(this.#list, asked);
    if (judgement.reason === 'listed') {
      // Whoever answers for a name hears of it.
      if (!(await tell('lookup', judgement))) return null;
      judgement = await judgeAddresses(judgement, this.#options.resolve ?? resolveByHost);
    }
    const allowed = judgement.reason === 'listed';
    if (!(await tell(allowed ? 'allowed' : 'refused', judgement))) return null;
    if (allowed) this.#allowed += 1;
    const since = performance.now();
    return {
      ...judgement,
      ended: async ({ outcome, sent, received }) => {
        const duration_us = Math.round((performance.now() - since) * 1000);
        await this.#append(draftOf('egress.ended', 'system', { connection, outcome, sent, received, duration_us }));
      },
    };
  }

  /** Rejects when it cannot be recorded. */
  async close(): Promise<void> {
    if (this.#lost) return;
    const gaps = [
      ...(this.#allowed === 0
        ? []
        : [
            gap(
              'content_not_seen',
              this.#allowed,
              'What passed inside allowed connections is not seen, only how much; nor which name TLS asked for in them.',
            ),
          ]),
      ...(this.#unrecorded === 0
        ? []
        : [
            gap(
              'decisions_not_recorded',
              this.#unrecorded,
              'Connections asked for beyond what is recorded; all were refused.',
            ),
          ]),
    ];
    if (gaps.length > 0) await this.#options.recorder.append(...gaps);
  }

  async #append(draft: EventDraft): Promise<boolean> {
    if (this.#lost) return false;
    try {
      await this.#options.recorder.append(draft);
      return true;
    } catch (error) {
      this.#lost = true;
      this.#options.onFatal(error);
      return false;
    }
  }
}

type Decision = PayloadOf['egress.decided']['decision'];

const decidedDraft = (of: Asked & Judgement & { readonly connection: string }, decision: Decision): EventDraft =>
  draftOf('egress.decided', 'system', {
    connection: of.connection,
    call: of.call,
    host: of.host.slice(0, 253),
    port: of.port,
    via: of.via,
    decision,
    reason: of.reason,
    addresses: of.addresses,
  });

const gap = (reason: string, count: number, detail: string): EventDraft =>
  draftOf('provenance.gap', 'system', { surface: 'egress', reason, count, frames: [], calls: [], detail });
