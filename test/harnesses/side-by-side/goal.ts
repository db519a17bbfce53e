/** The one goal that every harness is given. */
import type { Way } from './ways.ts';

export const FILE = 'letter.txt';
export const LETTER = 'The same letter, whoever writes it.\n';

/** As the API takes it. Harnesses without a model do what the last two lines spell out. */
export const goalFor = ({ harness, profile, gateway, model }: Way): Record<string, unknown> => ({
  objective: [
    `Write the letter into ${FILE}, then read it back.`,
    `@workspace_write ${JSON.stringify({ path: FILE, content: LETTER })}`,
    `@workspace_read ${JSON.stringify({ path: FILE })}`,
  ].join('\n'),
  stopCondition: `${FILE} holds the letter.`,
  harness,
  grant: ['workspace_read', 'workspace_write'],
  containmentFloor: 'kernel',
  verify: { command: ['grep', '-q', 'same letter', FILE] },
  ...(profile === undefined ? {} : { profile }),
  ...(gateway === undefined ? {} : { gateway }),
  ...(model === undefined ? {} : { model }),
});
