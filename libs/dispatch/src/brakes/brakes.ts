/** Limits that halt a run. The call that crosses one is itself refused; the first limit that is crossed is the reason. */
import type { UsagePayload } from '@runseal/spine';

/** Null is off. */
export interface BrakeLimits {
  readonly actions: { readonly count: number; readonly windowMs: number } | null;
  /** How often one action may be asked for with the same arguments. */
  readonly repeats: number | null;
  /** Share of calls that failed or were refused, in percent, judged once there are `minSamples` (at least 5). */
  readonly errorRate: { readonly percent: number; readonly minSamples: number } | null;
  /** Calls in a row that bring nothing new. */
  readonly noProgress: number | null;
  /** Milliseconds, without time spent parked. */
  readonly wallTimeMs: number | null;
  /** Input and output together. */
  readonly tokens: number | null;
  /** Millionths of a currency unit, and prices per million tokens. */
  readonly cost: {
    readonly limitMicros: number;
    readonly inputMicrosPerMillion: number;
    readonly outputMicrosPerMillion: number;
  } | null;
}

export const NO_BRAKES: BrakeLimits = {
  actions: null,
  repeats: null,
  errorRate: null,
  noProgress: null,
  wallTimeMs: null,
  tokens: null,
  cost: null,
};

/** As `brake.engaged` says it: integers. */
export interface Crossing {
  readonly limit: string;
  readonly value: number;
  readonly allowed: number;
  readonly reason: string;
}

/** Fewer calls say nothing about a rate. */
const LEAST_SAMPLES = 5;

export class Brakes {
  readonly #limits: BrakeLimits;
  readonly #clock: () => number;
  readonly #began: number;
  readonly #asked = new Map<string, number>();
  readonly #seen = new Set<string>();
  #times: number[] = [];
  #samples = 0;
  #errors = 0;
  #idle = 0;
  readonly #used = { input: 0, output: 0 };
  #parked = 0;
  #parkedSince = 0;
  #parkedMs = 0;

  /** `clock` counts milliseconds and never goes back. */
  constructor(limits: BrakeLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
    this.#began = clock();
  }

  /**
   * Counts a call before anything else is done about it, and says which limit it crosses. `key` stands for the action and
   * its exact arguments. Nothing is awaited in here, so calls that come at once are counted one after the other.
   */
  ask(key: string): Crossing | null {
    const now = this.#clock();
    return this.#rate(now) ?? this.#repeat(key) ?? this.#health() ?? this.#wall(now) ?? this.#spent();
  }

  /** Counts how a call ended. `result` stands for what it answered; null when it failed or was refused. */
  ended(key: string, result: string | null): void {
    this.#samples += 1;
    if (result === null) this.#errors += 1;
    const progress = result !== null && !this.#seen.has(`${key} ${result}`);
    if (progress) this.#seen.add(`${key} ${result}`);
    this.#idle = progress ? 0 : this.#idle + 1;
  }

  /** Counts what a model used, and says which limit that crosses. Unknown usage counts as nothing, and is on the record as such. */
  used(usage: UsagePayload | null): Crossing | null {
    if (usage === null) return null;
    this.#used.input += usage.input_tokens;
    this.#used.output += usage.output_tokens;
    return this.#spent();
  }

  /** Which limit tokens that are being used would cross, on top of what is counted. Counts nothing. */
  wouldCross(tokens: { readonly input: number; readonly output: number }): Crossing | null {
    return this.#spent(tokens);
  }

  /** The run waits for people: that time is not its own. */
  park(): void {
    if (this.#parked === 0) this.#parkedSince = this.#clock();
    this.#parked += 1;
  }

  unpark(): void {
    this.#parked -= 1;
    if (this.#parked === 0) this.#parkedMs += this.#clock() - this.#parkedSince;
  }

  #rate(now: number): Crossing | null {
    const { actions } = this.#limits;
    if (actions === null) return null;
    this.#times = this.#times.filter((time) => time > now - actions.windowMs);
    this.#times.push(now);
    const value = this.#times.length;
    const reason = `More than ${actions.count} actions were asked for within ${actions.windowMs} ms.`;
    return value > actions.count ? { limit: 'actions_per_window', value, allowed: actions.count, reason } : null;
  }

  #repeat(key: string): Crossing | null {
    const { repeats } = this.#limits;
    const value = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, value);
    const reason = 'The same action was asked for with the same arguments too often.';
    return repeats !== null && value > repeats ? { limit: 'repeats', value, allowed: repeats, reason } : null;
  }

  #health(): Crossing | null {
    const { errorRate, noProgress } = this.#limits;
    const value = Math.floor((100 * this.#errors) / Math.max(1, this.#samples));
    if (
      errorRate !== null &&
      this.#samples >= Math.max(LEAST_SAMPLES, errorRate.minSamples) &&
      value >= errorRate.percent
    ) {
      const reason = `${this.#errors} of ${this.#samples} calls failed or were refused.`;
      return { limit: 'error_rate_percent', value, allowed: errorRate.percent, reason };
    }
    const reason = `${this.#idle} calls in a row brought nothing new.`;
    return noProgress !== null && this.#idle >= noProgress
      ? { limit: 'no_progress', value: this.#idle, allowed: noProgress, reason }
      : null;
  }

  #wall(now: number): Crossing | null {
    const { wallTimeMs } = this.#limits;
    const parked = this.#parkedMs + (this.#parked > 0 ? now - this.#parkedSince : 0);
    const value = Math.floor(now - this.#began - parked);
    const reason = 'The run has taken the time it may take.';
    return wallTimeMs !== null && value > wallTimeMs
      ? { limit: 'wall_time_ms', value, allowed: wallTimeMs, reason }
      : null;
  }

  /** Priced in one go: a sum of many small costs would drift past a limit that was kept. */
  #spent(more = { input: 0, output: 0 }): Crossing | null {
    const { tokens, cost } = this.#limits;
    const [input, output] = [this.#used.input + more.input, this.#used.output + more.output];
    if (tokens !== null && input + output > tokens)
      return {
        limit: 'tokens',
        value: input + output,
        allowed: tokens,
        reason: 'The run has used more tokens than it may.',
      };
    if (cost === null) return null;
    const value = Math.ceil((input * cost.inputMicrosPerMillion + output * cost.outputMicrosPerMillion) / 1e6);
    return value > cost.limitMicros
      ? { limit: 'cost_micros', value, allowed: cost.limitMicros, reason: 'The run has cost more than it may.' }
      : null;
  }
}
