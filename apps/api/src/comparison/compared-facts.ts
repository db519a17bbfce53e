import type { CborValue, ComparedEvent } from '@runseal/spine';
import type { z } from 'zod';
import type { Comparison } from '../wire/run.ts';

type Facts = Omit<z.output<typeof Comparison>['facts']['left'], 'usage'>;

/** How a run came out, read from its events as they go by: its outcome, its checks, and what it was contained by. */
export class ComparedFacts {
  #outcome: Facts['outcome'] = null;
  readonly #checks: Facts['checks'] = [];
  readonly #containment = new Set<string>();

  see({ seq, type, payload }: ComparedEvent): void {
    if (type === 'outcome.recorded')
      this.#outcome = { seq, result: text(payload['result']), reason: text(payload['reason']) };
    else if (type === 'check.recorded')
      this.#checks.push({
        seq,
        passed: payload['passed'] === true,
        exitCode: typeof payload['exit_code'] === 'number' ? payload['exit_code'] : null,
      });
    else if (type === 'episode.started') this.#containment.add(text(payload['containment']));
  }

  get facts(): Facts {
    return {
      outcome: this.#outcome,
      checks: this.#checks,
      containment: [...this.#containment].filter((level) => level !== ''),
    };
  }
}

const text = (value: CborValue | undefined): string => (typeof value === 'string' ? value : '');
