/** Budgets: what something may use at most is reserved before it begins, and settled when it is known. */

export interface Amounts {
  readonly calls: number;
  readonly tokens: number;
  /** Millionths of a currency unit. */
  readonly costMicros: number;
}

export interface Hold {
  /** Lets the hold go and keeps what was really used. The first settlement counts; more do nothing. */
  settle(used: Amounts): Promise<void>;
}

export interface Budget {
  /** Null when what is used, what is held and this together would pass a limit: then nothing is held. */
  reserve(amounts: Amounts): Promise<Hold | null>;
}

export const NOTHING: Amounts = { calls: 0, tokens: 0, costMicros: 0 };
export const ONE_CALL: Amounts = { calls: 1, tokens: 0, costMicros: 0 };

/** A budget nobody shares. Limits that are null do not bound. */
export function memoryBudget(limits: { readonly [Name in keyof Amounts]: number | null }): Budget & {
  /** Used and held. */
  readonly standing: Amounts;
} {
  let standing = NOTHING;
  return {
    get standing() {
      return standing;
    },
    reserve(amounts) {
      const after = sum(standing, amounts);
      if (NAMES.some((name) => amounts[name] > 0 && after[name] > (limits[name] ?? Infinity)))
        return Promise.resolve(null);
      standing = after;
      let open = true;
      return Promise.resolve({
        settle(used) {
          if (open) standing = sum(standing, { ...negative(amounts) }, used);
          open = false;
          return Promise.resolve();
        },
      });
    },
  };
}

const NAMES = ['calls', 'tokens', 'costMicros'] as const;

const sum = (...all: readonly Amounts[]): Amounts =>
  all.reduce((a, b) => ({
    calls: a.calls + b.calls,
    tokens: a.tokens + b.tokens,
    costMicros: a.costMicros + b.costMicros,
  }));

const negative = ({ calls, tokens, costMicros }: Amounts): Amounts => ({
  calls: -calls,
  tokens: -tokens,
  costMicros: -costMicros,
});
