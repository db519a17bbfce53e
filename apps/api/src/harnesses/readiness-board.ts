import type { Driver, Readiness } from '@runseal/harness';
import { UnderWay, within } from './within.ts';

/** How long an answer is taken as it is. Milliseconds. */
const FRESH_MS = 30_000;
/** How long a reader waits for a first answer. Milliseconds. */
export const PATIENCE_MS = 2000;

/** What is said of a harness whose first examination is still under way. */
export const CHECKING: Readiness = {
  available: false,
  loggedIn: false,
  version: null,
  reason: 'This harness is still being examined; look again in a moment.',
  refuse: false,
  code: 'harness_checking',
};

interface Entry {
  known: { readonly readiness: Readiness; readonly at: number } | null;
  checking: Promise<Readiness> | null;
}

/**
 * What is known of each harness's readiness, for showing. Some take ten seconds to examine, and a page must not wait for
 * the slowest: the last answer is shown while a newer one is fetched. Whether a goal is taken is asked of the driver itself.
 */
export class ReadinessBoard {
  private readonly env: Readonly<Record<string, string | undefined>>;
  private readonly entries = new WeakMap<Driver, Entry>();
  private readonly underWay = new UnderWay();
  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.env = env;
  }

  async of(driver: Driver): Promise<Readiness> {
    const entry = this.entries.get(driver) ?? { known: null, checking: null };
    this.entries.set(driver, entry);
    if (entry.known !== null && performance.now() - entry.known.at < FRESH_MS) return entry.known.readiness;
    entry.checking ??= this.underWay.watch(this.check(driver, entry));
    return entry.known?.readiness ?? within(entry.checking, PATIENCE_MS, CHECKING);
  }

  /** Resolves once nothing is being examined, or after so many milliseconds. */
  settled(ms: number): Promise<void> {
    return this.underWay.settled(ms);
  }

  private async check(driver: Driver, entry: Entry): Promise<Readiness> {
    try {
      const readiness = await driver.ready(this.env);
      entry.known = { readiness, at: performance.now() };
      return readiness;
    } finally {
      entry.checking = null;
    }
  }
}
