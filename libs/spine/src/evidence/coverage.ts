/** What a record covers and where it ends, drawn from the run's own facts. Nothing here is believed that the record does not say. */
import { toHex } from '../bytes.ts';
import { contentRefsIn } from '../content-refs.ts';
import type { SpineEvent } from '../event.ts';
import { tierOf } from '../tiers.ts';
import { isMap, type CborMap, type CborValue } from '../values.ts';
import type { Report } from '../verdicts.ts';
import type { Tier } from '../vocabulary.ts';
import { listed } from '../wording.ts';

export interface CoveredGap {
  readonly seq: number;
  readonly surface: string;
  readonly reason: string;
  /** 0: it cannot be counted. */
  readonly count: number;
  readonly detail: string;
}

export interface Coverage {
  readonly format: 'runseal-coverage/1';
  readonly run: string | null;
  readonly events: number;
  /** As the closing mix counts them: without itself. */
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly types: Readonly<Record<string, number>>;
  readonly calls: { readonly started: number; readonly ended: number; readonly rejected: number };
  /** Surface of the harness → what holds it, as the run declared at its opening; empty for native harnesses. */
  readonly surfaces: Readonly<Record<string, string>>;
  readonly gaps: readonly CoveredGap[];
  readonly contents: {
    readonly named: number;
    readonly included: number;
    /** Hex commitments of what is named and not in the package: erased, or left out by whoever packed it. */
    readonly missing: readonly string[];
  };
  /** What the record cannot show, one plain sentence each. */
  readonly limits: readonly string[];
}

/** Collects what a record covers, event by event; what it holds grows with the gaps and the contents that are named. */
export class CoverageFacts {
  readonly #seen = new Seen();
  // No prototype: a type may be called `__proto__`.
  readonly #types = Object.create(null) as Record<string, number>;
  #events = 0;
  #included = 0;
  /** Hex commitments. */
  readonly #missing = new Set<string>();

  see(event: SpineEvent): void {
    const { type, payload } = event;
    this.#events++;
    this.#seen.see(event);
    this.#types[type] = (this.#types[type] ?? 0) + 1;
    for (const { commitment } of contentRefsIn(payload)) this.#missing.add(toHex(commitment));
  }

  /** After all events: a content goes with the record. One that no event names counts for nothing. */
  include(commitment: string): void {
    if (this.#missing.delete(commitment)) this.#included++;
  }

  coverage(report: Report): Coverage {
    const types = this.#types;
    const missing = [...this.#missing].sort();
    const { tiers, gaps, surfaces } = this.#seen;
    return {
      format: 'runseal-coverage/1',
      run: report.run,
      events: this.#events,
      tiers,
      types,
      calls: {
        started: types['dispatch.start'] ?? 0,
        ended: types['dispatch.end'] ?? 0,
        rejected: types['dispatch.rejected'] ?? 0,
      },
      surfaces,
      gaps,
      contents: { named: this.#included + missing.length, included: this.#included, missing },
      limits: limitsOf(report, { tiers, gaps, surfaces, missing: missing.length }),
    };
  }
}

/** What the record cannot show, one plain sentence each, for somebody who has the run itself before them. */
export function limitsOfRun(events: readonly SpineEvent[], report: Report): readonly string[] {
  const seen = new Seen();
  for (const event of events) seen.see(event);
  const { tiers, gaps, surfaces } = seen;
  return limitsOf(report, { tiers, gaps, surfaces, missing: 0 });
}

/** What limits are drawn from, beside the verdicts. */
class Seen {
  readonly tiers: Record<Tier, number> = { enforced: 0, attested: 0, unobserved: 0 };
  readonly gaps: CoveredGap[] = [];
  surfaces: Record<string, string> = {};
  #opened = false;

  see(event: SpineEvent): void {
    if (event.type !== 'provenance.mix') this.tiers[tierOf(event.type)] += 1;
    if (event.type === 'provenance.gap') this.gaps.push(gapOf(event));
    if (event.type !== 'run.opened' || this.#opened) return;
    this.#opened = true;
    this.surfaces = surfacesOf(event.payload);
  }
}

/** What erasing content does not reach. */
const STAYS =
  'What stands in the events themselves (names of tools, scopes of calls, classes of errors, reasons people gave for a halt or an erasure, who asked and decided, digests without salt of the lines a harness printed; in records of earlier versions more of what people and models wrote) is not content: erasing content leaves it.';

interface Facts {
  readonly tiers: Coverage['tiers'];
  readonly gaps: readonly CoveredGap[];
  readonly surfaces: Coverage['surfaces'];
  readonly missing: number;
}

function limitsOf(report: Report, { tiers, gaps, surfaces, missing }: Facts): string[] {
  const open = Object.entries(surfaces).filter(([, state]) => state === 'open');
  return [
    ...verdictLimits(report),
    ...gaps.map(
      ({ seq, surface, reason, count }) =>
        `Event ${seq} declares a gap in ${surface} (${reason}${count > 0 ? `, ${count} lost` : ''}): what happened there is not known.`,
    ),
    ...open.map(([surface]) => `The surface ${surface} was left open: what went through it was not held by anybody.`),
    ...(tiers.attested > 0
      ? [`${tiers.attested} of the events are only what the harness said of itself; nobody checked them.`]
      : []),
    ...(missing > 0
      ? [`${missing} of the contents that events name are not in this package: erased, or left out when it was made.`]
      : []),
    ...(missing > 0 ? [STAYS] : []),
    'Times are those of the clock of the machine that recorded; order is the number of the event, never its time.',
  ];
}

/** One line for all that are held back by the same thing. */
function verdictLimits({ verdicts }: Report): string[] {
  const named = new Map<string, string[]>();
  for (const { name, state, sentence } of verdicts) {
    if (state === 'pass') continue;
    const why = `${state}: ${sentence}`;
    named.set(why, [...(named.get(why) ?? []), name.replaceAll('_', ' ')]);
  }
  return [...named].map(([why, names]) =>
    names.length === 1 ? `The verdict on ${names[0]} is ${why}` : `The verdicts on ${listed(names)} are ${why}`,
  );
}

function gapOf({ seq, payload }: SpineEvent): CoveredGap {
  const { surface, reason, count, detail } = payload;
  return {
    seq,
    surface: textOf(surface),
    reason: textOf(reason),
    count: typeof count === 'number' ? count : 0,
    detail: textOf(detail),
  };
}

function surfacesOf({ enforcement_profile: profile }: CborMap): Record<string, string> {
  if (profile === undefined || !isMap(profile)) return {};
  return Object.fromEntries(Object.entries(profile).map(([surface, state]) => [surface, textOf(state)]));
}

const textOf = (value: CborValue | undefined): string => (typeof value === 'string' ? value : '');
