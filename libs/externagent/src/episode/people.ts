/**
 * Puts what a CLI asks of people before them: as a call at the waist, where it is admitted, waits, is decided and recorded
 * like any other. The call gives a permission; what the CLI does with it is its own claim, held by the sandbox.
 */
import type { Waist } from '@runseal/dispatch';
import type { Bridge } from '../bridge/bridge.ts';
import type { Ask, Reply } from '../conversation.ts';
import type { Redactor } from '../redact.ts';

export interface PeopleDeskOptions {
  readonly waist: Pick<Waist, 'dispatch' | 'refuse'>;
  readonly bridge: Pick<Bridge, 'probe'>;
  readonly secrets: Redactor;
  readonly onFatal: (error: unknown) => void;
}

export class PeopleDesk {
  readonly #options: PeopleDeskOptions;
  readonly #waiting = new Set<Promise<Reply>>();
  /** Aborted when nobody waits for an answer any more: what was asked is withdrawn. */
  readonly #over = new AbortController();

  constructor(options: PeopleDeskOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  put(ask: Ask): Promise<Reply> {
    const reply = this.#decide(ask).catch((error: unknown) => {
      this.#options.onFatal(error);
      return REFUSED;
    });
    this.#waiting.add(reply);
    return reply.finally(() => this.#waiting.delete(reply));
  }

  /** Withdraws what is still waiting; resolves when its end is on the record. */
  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#waiting);
  }

  async #decide({ action, args, item }: Ask): Promise<Reply> {
    const { waist, bridge, secrets } = this.#options;
    const call = {
      ...({ action, args, via: 'bridge', asked: 'by the harness', harnessCallId: secrets.text(item) } as const),
      signal: this.#over.signal,
    };
    if (secrets.finds(JSON.stringify(args))) {
      await waist.refuse({ ...call, args: undefined }, 'arguments_invalid', 'What it asks for holds a secret.');
      return REFUSED;
    }
    if (!bridge.probe.passed) {
      await waist.refuse(call, 'not_conformant', 'Nothing is done before the conformance probe has come back.');
      return REFUSED;
    }
    const outcome = await waist.dispatch(call);
    if (outcome.kind === 'rejected' || outcome.errorClass !== null) return REFUSED;
    return { allowed: true, text: outcome.result.text };
  }
}

const REFUSED: Reply = { allowed: false };
