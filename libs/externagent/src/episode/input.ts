import type { RunContext } from '@runseal/harness';

/** The whole input of an episode: guidance, the conformance instruction, the objective, when it is done. */
export function episodeInput(
  context: Pick<RunContext, 'guidance' | 'objective' | 'stopCondition'>,
  conformance: string,
): string {
  const sections = [
    context.guidance,
    conformance,
    context.objective,
    context.stopCondition === null ? null : `Done when: ${context.stopCondition}`,
  ];
  return `${sections.filter((section) => section !== null).join('\n\n')}\n`;
}
