/** The first line of a turn: everything a harness that remembers nothing needs. */
import type { RunContext } from '../driver.ts';
import { PROTOCOL, type ToHarness } from './wire.ts';

/** A run that is no session is one turn with the objective as its input. */
export function startOf(context: RunContext, token: string | null): ToHarness {
  const { session } = context;
  const guidance = [context.guidance, context.stopCondition === null ? null : `Done when: ${context.stopCondition}`];
  return {
    type: 'start',
    protocol: PROTOCOL,
    ...(token !== null && { token }),
    turn: {
      session: context.run,
      turn: session?.turn ?? 1,
      model: context.model,
      guidance: guidance.filter((text) => text !== null).join('\n\n') || null,
      config: session?.config ?? null,
      inputs: session?.inputs ?? [{ type: 'text', text: context.objective }],
      history: (session?.history ?? []).map(({ inputs, output, errorClass }) => ({
        inputs,
        output,
        error: errorClass,
      })),
      identity: { principal: session?.principal ?? '', workspace: session?.workspace ?? '' },
      resume_from_seq: session?.seq ?? 0,
      redrive: session?.begun ?? false,
    },
  };
}
