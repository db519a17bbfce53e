import type { CborValue, ComparedEvent } from '@runseal/spine';
import type { z } from 'zod';
import type { Comparison } from '../wire/run.ts';

type Facts = Omit<z.output<typeof Comparison>['facts']['left'], 'usage'>;

/** How a run came out, read from its events: its outcome, its checks, and what it was contained by. */
export function comparedFacts(events: readonly ComparedEvent[]): Facts {
  const outcome = events.findLast(({ type }) => type === 'outcome.recorded');
  return {
    outcome:
      outcome === undefined
        ? null
        : { seq: outcome.seq, result: text(outcome.payload['result']), reason: text(outcome.payload['reason']) },
    checks: events
      .filter(({ type }) => type === 'check.recorded')
      .map(({ seq, payload }) => ({
        seq,
        passed: payload['passed'] === true,
        exitCode: typeof payload['exit_code'] === 'number' ? payload['exit_code'] : null,
      })),
    containment: events
      .filter(({ type }) => type === 'episode.started')
      .map(({ payload }) => text(payload['containment']))
      .filter((level, at, all) => level !== '' && all.indexOf(level) === at),
  };
}

const text = (value: CborValue | undefined): string => (typeof value === 'string' ? value : '');
