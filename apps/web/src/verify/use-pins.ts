import { useMemo } from 'react';
import type { Report } from '@runseal/spine';
import { useStored } from '../browser/use-stored.ts';
import { mergedPins, parsePins, pinReceipt, pinsFile, type Pinned, type Pins } from '@runseal/spine/ledger';

const STORED_AS = 'runseal.pins';

export interface KeptPins {
  /** null when what is kept in this browser cannot be read. */
  readonly pins: Pins | null;
  /** Takes heads of another file in. */
  readonly take: (pins: Pins) => void;
  /** Holds the head under a receipt against the heads seen before, and remembers it. */
  readonly hold: (report: Report, receipt: string | null) => Pinned | null;
}

/** The ledger heads this reader saw, kept in this browser only. */
export function useKeptPins(): KeptPins {
  const [stored, keep] = useStored(STORED_AS);
  return useMemo(
    () => ({
      pins: readPins(stored),
      take: (others) => keep(pinsFile(mergedPins(readPins(localStorage.getItem(STORED_AS)) ?? {}, others))),
      hold: (report, receipt) => {
        // What is kept now: a verification takes a while, and pins may have been taken in meanwhile.
        const pins = readPins(localStorage.getItem(STORED_AS));
        const held = pins === null ? null : pinReceipt(report, receipt, pins, new Date());
        if (held !== null) keep(pinsFile(held.pins));
        return held?.pinned ?? null;
      },
    }),
    [stored, keep],
  );
}

const readPins = (stored: string | null): Pins | null => (stored === null ? {} : parsePins(stored));
