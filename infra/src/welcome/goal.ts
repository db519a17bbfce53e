import type { GoalInput } from '@runseal/cli';

const LETTER = 'Hello from the first run of this installation.';

/** The harnesses that show the difference: the same work, natively and through a subprocess that we do not trust. */
export const WELCOME_HARNESSES = ['echo', 'reference'] as const;

/**
 * The welcome goal. Both harnesses call the tools that the objective spells out, so neither needs a model or a key. The
 * floor is `process` so that it also runs where no sandbox can be had; the level really enforced is on the record.
 */
export function welcomeGoal(harness: (typeof WELCOME_HARNESSES)[number]): GoalInput {
  return {
    objective: [
      'Welcome: write a short letter into the workspace, read it back and list what is there.',
      `@workspace_write ${JSON.stringify({ path: 'hello.txt', content: `${LETTER}\n` })}`,
      `@workspace_read ${JSON.stringify({ path: 'hello.txt' })}`,
      `@workspace_list ${JSON.stringify({ path: '.' })}`,
    ].join('\n'),
    stopCondition: 'hello.txt holds the letter.',
    harness,
    grant: ['workspace_list', 'workspace_read', 'workspace_write'],
    containmentFloor: 'process',
    verify: { command: ['/bin/sh', '-c', `test "$(cat hello.txt)" = "${LETTER}"`] },
  };
}
