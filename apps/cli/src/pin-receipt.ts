import type { Report } from '@runseal/spine';
import { pinReceipt as pin, type PinState } from '@runseal/spine/ledger';
import type { KeptPins } from './files/pins.ts';

/** What became of the head under a receipt. */
export interface Pinned {
  readonly origin: string;
  readonly size: number;
  readonly state: PinState;
  /** Stable code when the head contradicts one that was seen. */
  readonly code: 'runseal.head_contradicts_pin' | null;
  readonly pins: string;
}

/** Compares the ledger head under a receipt with the heads this reader saw before, and remembers it (`@runseal/spine/ledger`). */
export async function pinReceipt(report: Report, receipt: string | undefined, pins: KeptPins): Promise<Pinned | null> {
  const held = pin(report, receipt ?? null, pins.all(), new Date());
  if (held === null) return null;
  if (held.pins !== pins.all()) await pins.keep(held.pins);
  const { origin, size, state } = held.pinned;
  const code = state === 'contradicts' ? 'runseal.head_contradicts_pin' : null;
  return { origin, size, state, code, pins: pins.file };
}
