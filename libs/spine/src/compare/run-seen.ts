import { MixCounter } from '../tiers.ts';
import type { TierMix } from '../verdicts.ts';
import { VouchFacts } from '../vouches.ts';
import { Calls, type Call } from './calls.ts';
import type { ComparedEvent } from './sides.ts';
import { SurfacesSeen } from './surfaces.ts';

/**
 * A run while its events go by, in order: what a comparison says of it is kept, and nothing else. Its size grows with the
 * calls of the run, never with what its events hold.
 *
 * @example
 * const run = new RunSeen();
 * for await (const event of events) run.see(event);
 */
export class RunSeen {
  readonly surfaces = new SurfacesSeen();
  readonly #counter = new MixCounter();
  readonly #calls = new Calls();
  readonly #vouches = new VouchFacts();
  #lost: number | null = null;

  see(event: ComparedEvent): void {
    this.#vouches.see(event);
    this.surfaces.see(event);
    this.#calls.see(event);
    if (event.type !== 'provenance.mix') this.#counter.add(event.type);
    else this.#lost ??= countOf(event.payload['lost']);
  }

  /** The mix as a seal counts it: over every event before the closing mix. */
  get mix(): TierMix {
    return this.#counter.mix(this.#lost ?? 0);
  }

  /** In the order in which they were first heard of. */
  get calls(): readonly Call[] {
    return this.#calls.all();
  }

  get vouches(): string {
    return this.#vouches.sentence();
  }
}

const countOf = (lost: unknown): number => (typeof lost === 'number' ? lost : 0);
