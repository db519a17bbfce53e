/**
 * What a harness asks for that acts by itself: may it run this command, change these files, have this question answered?
 * The call is the permission and nothing more. Who has to agree is the goal's to say (`approvals`); without a grant it is no.
 */
import { z } from 'zod';
import { ActionError } from '../errors.ts';
import type { Tool } from '../tool.ts';
import { programOfLine } from './names.ts';

const reason = z.string().max(2048).optional();

const command = z.strictObject({ command: z.string().min(1).max(16_384), cwd: z.string().min(1).max(2048), reason });

const change = z.strictObject({
  path: z.string().min(1).max(2048),
  kind: z.string().min(1).max(32),
  diff: z.string().max(32_768),
});
const changes = z.strictObject({ changes: z.array(change).min(1).max(32), reason });

const question = z.strictObject({
  question: z.string().min(1).max(8192),
  options: z.array(z.string().min(1).max(2048)).max(8),
});

const PERMISSION = { readOnly: true, runsPrograms: false, asked: 'by the harness' } as const;

export function permissionTools(): readonly Tool[] {
  return [allowCommand, allowFileChange, answerQuestion];
}

const allowCommand: Tool<typeof command> = {
  ...PERMISSION,
  name: 'allow_command',
  description: 'Lets an external harness run one command of its own, in its sandbox. Only the harness asks for it.',
  schema: command,
  scope: ({ command: line }) => programOfLine(line),
  run: () => Promise.resolve({ text: 'allowed' }),
};

const allowFileChange: Tool<typeof changes> = {
  ...PERMISSION,
  name: 'allow_file_change',
  description: 'Lets an external harness change files by itself, in its sandbox. Only the harness asks for it.',
  schema: changes,
  scope: ({ changes: [first, ...more] }) =>
    `${first?.path ?? ''}${more.length === 0 ? '' : ` and ${more.length} more`}`,
  run: () => Promise.resolve({ text: 'allowed' }),
};

/** The answer is what people write beside their yes. */
const answerQuestion: Tool<typeof question> = {
  ...PERMISSION,
  name: 'answer_question',
  description: 'Answers one question of an external harness with the words of whoever approves. Only the harness asks.',
  schema: question,
  // Whatever it is about is somebody's words.
  scope: () => '',
  run(_, { decisions = [] }) {
    const words = decisions.filter(({ decision }) => decision === 'approved').map(({ reason: said }) => said);
    if (words.length === 0)
      throw new ActionError('permission_denied', 'Nobody was asked: name who answers in the approvals of the goal.');
    return Promise.resolve({ text: words.join('\n') });
  },
};
