/** Halts a run once; the first reason is kept. */
export interface KillSwitch {
  readonly engaged: { readonly reason: string; readonly by: string } | null;
  readonly signal: AbortSignal;
  /** Returns false when already engaged (the first reason stands). */
  engage(reason: string, by: string): boolean;
}

/** A kill switch that is not engaged. It cannot be released: a halted run stays halted. */
export function createKillSwitch(): KillSwitch {
  const controller = new AbortController();
  let engaged: KillSwitch['engaged'] = null;
  return {
    get engaged() {
      return engaged;
    },
    signal: controller.signal,
    engage(reason, by) {
      if (engaged !== null) return false;
      engaged = Object.freeze({ reason, by });
      controller.abort(new Error(`halted by ${by}: ${reason}`));
      return true;
    },
  };
}
