import type { DriverResult } from '@runseal/harness';
import type { KillSwitch } from '@runseal/dispatch';
import { failure, halted, type Ending } from '../closing/ending.ts';
import type { Checked } from './check.ts';

/** How the run ended: a halt outranks everything, then the driver's failure, then the operator's check. */
export function endingOf(result: DriverResult, halt: KillSwitch['engaged'], check: Checked | null): Ending {
  const facts = { steps: result.steps, final: result.final, lost: result.lost };
  if (halt !== null || result.finished === 'halted') return halted(halt?.reason ?? result.error ?? 'halted', facts);
  if (result.finished === 'failed')
    return failure(result.errorClass ?? 'harness_failed', result.error ?? 'The harness failed.', facts);
  if (check?.passed === false)
    return failure('check_failed', "The operator's check did not pass. Its output is on the record.", facts);
  const claimed = check === null ? 'completed' : 'success';
  return {
    ...facts,
    state: 'completed',
    errorCode: null,
    error: null,
    result: claimed,
    reason: check === null ? 'the loop ended' : 'the check passed',
  };
}
