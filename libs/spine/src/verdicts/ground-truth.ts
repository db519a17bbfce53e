/** Ground truth: a claimed success must name a check that passed, in the same record. */
import type { EventView } from '../event/view.ts';
import type { CborValue } from '../values.ts';
import type { Verdict } from '../verdicts.ts';
import { absent, fail, pass, reportedSeq, warn } from './judge.ts';
import type { Judge } from './judge.ts';

interface Outcome {
  readonly result: CborValue | undefined;
  readonly check: CborValue | undefined;
  readonly seq: number | null;
}

export class GroundTruthJudge implements Judge {
  /** Ids of checks that passed; the standard lets a check come after the outcome that names it. */
  readonly #passed = new Set<CborValue>();
  /** Ids of checks that failed. */
  readonly #failed = new Set<CborValue>();
  readonly #outcomes: Outcome[] = [];

  see(event: EventView): void {
    if (event.type === 'check.recorded') {
      const { check, passed } = event.payload;
      if (isInteger(check)) (passed === true ? this.#passed : this.#failed).add(check);
    } else if (event.type === 'outcome.recorded') {
      const { check, result } = event.payload;
      this.#outcomes.push({ result, check, seq: reportedSeq(event.seq) });
    }
  }

  verdict(): Verdict {
    const successes = this.#outcomes.filter(({ result }) => result === 'success');
    const shallow = successes.find((outcome) => !this.#isGrounded(outcome));
    if (shallow !== undefined) {
      const sentence = 'Success is claimed, and no check that passed stands behind it: signed, not proven.';
      return fail('ground_truth', { code: 'shallow.no_ground_truth', sentence, seq: shallow.seq });
    }
    if (successes.length > 0) return pass('ground_truth', 'The claimed success names a check that passed.');
    if (this.#outcomes.some((outcome) => outcome.result === 'completed' && !this.#isGrounded(outcome))) {
      return warn(
        'ground_truth',
        'runseal.unchecked',
        'The run says it completed; no check was made whether it did what was asked.',
      );
    }
    if (this.#outcomes.some(({ result }) => result === 'completed')) {
      return pass('ground_truth', 'The run completed, and the check it names passed.');
    }
    if (this.#outcomes.some(({ check }) => isInteger(check) && this.#failed.has(check))) {
      const sentence = "The operator's check failed, whatever the agent says, and no success is claimed.";
      return absent('ground_truth', 'runseal.check_failed', sentence);
    }
    return absent('ground_truth', 'runseal.not_asserted', 'No success is claimed, so there is nothing to prove.');
  }

  #isGrounded({ check }: Outcome): boolean {
    return isInteger(check) && this.#passed.has(check);
  }
}

function isInteger(value: CborValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
