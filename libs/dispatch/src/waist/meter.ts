/** What models use, against the budget and the brakes. */
import type { Brakes, BrakeLimits, Crossing } from '../brakes/brakes.ts';
import type { Amounts } from '../budget/budget.ts';
import type { Meter, WaistOptions } from '../waist.ts';

export function meterOf(
  { budget, brakes: limits }: Pick<WaistOptions, 'budget' | 'brakes'>,
  brakes: Brakes,
  cross: (crossing: Crossing) => Promise<void>,
): Meter {
  const prices = limits?.cost ?? null;
  const again: Meter['again'] = async (usage) => {
    const crossing = brakes.used(usage);
    if (crossing !== null) await cross(crossing);
  };
  return {
    again,
    overrun(underWay) {
      const crossing = brakes.wouldCross(underWay);
      return crossing === null ? null : () => cross(crossing);
    },
    async begin(tokens) {
      const reserved = { calls: 0, tokens, costMicros: dearest(tokens, prices) };
      const hold = await budget?.reserve(reserved);
      if (hold === null) return null;
      return async (usage) => {
        const used: Amounts =
          usage === null
            ? reserved
            : {
                calls: 0,
                tokens: usage.input_tokens + usage.output_tokens,
                costMicros: priceOf(usage.input_tokens, usage.output_tokens, prices),
              };
        await hold?.settle(used);
        await again(usage);
      };
    },
  };
}

/** What is not known yet may be all of the dearer kind. */
function dearest(tokens: number, prices: BrakeLimits['cost']): number {
  return Math.max(priceOf(tokens, 0, prices), priceOf(0, tokens, prices));
}

function priceOf(input: number, output: number, prices: BrakeLimits['cost']): number {
  if (prices === null) return 0;
  return Math.ceil((input * prices.inputMicrosPerMillion + output * prices.outputMicrosPerMillion) / 1e6);
}
