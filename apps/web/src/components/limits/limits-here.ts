import type { Report } from '@runseal/spine';
import { SpineError } from '@runseal/spine';
import { limitsOfRun } from '@runseal/spine/evidence';
import type { EventView } from '../../api/wire.ts';
import { eventsHere } from '../ask/answer-here.ts';

/** What this record does not prove, from its own bytes; empty where they cannot be read (then a verdict says so). */
export function limitsHere(events: readonly EventView[], report: Report): readonly string[] {
  try {
    return limitsOfRun(eventsHere(events), report);
  } catch (error) {
    if (error instanceof SpineError) return [];
    throw error;
  }
}
