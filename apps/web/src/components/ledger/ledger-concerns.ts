import type { LedgerView } from '../../api/wire.ts';
import { count } from '../../words/count.ts';
import type { Concern } from '../overview/concern.ts';

/** What is wrong with the ledger, as far as its server tells: no witness, no policy, witnesses that lag, seals that wait. */
export function ledgerConcerns({ head, witnesses, lag }: LedgerView): readonly Concern[] {
  const concerns: Concern[] = [];
  const say = (key: string, label: string, sentence: string): void => {
    concerns.push({ key: `ledger ${key}`, kind: 'loud', label, sentence, href: '/ledger' });
  };
  if (head !== null && head.cosignatures.length === 0) say('unwitnessed', 'Unwitnessed', unwitnessed(witnesses.length));
  else if (head !== null)
    for (const { name, size, current } of witnesses)
      if (!current)
        say(
          `lag ${name}`,
          'Witness lags',
          `${name} has cosigned ${String(size)} of ${count(head.size, 'entry', 'entries')}`,
        );
  if (lag.pending > 0)
    say(
      'pending',
      'Waits for the ledger',
      `${count(lag.pending, 'entry is', 'entries are')} announced and not yet in the log`,
    );
  return concerns;
}

const unwitnessed = (named: number): string =>
  named === 0
    ? 'No witness is configured: only the operator vouches for the ledger, and could show two versions of it'
    : `None of ${count(named, 'witness', 'witnesses')} has cosigned the newest head: only the operator vouches for it`;
