import { ArgumentSchema } from '@runseal/dispatch';
import { z } from 'zod';
import { plainText } from './text.ts';

export { ArgumentSchema };

export const ActionName = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);

export const Trust = z
  .enum(['trusted', 'semi_trusted', 'untrusted'])
  .describe('How far the program is trusted: it needs no containment, kernel or microvm, and at least the floor.');

export const ScopedAction = z
  .strictObject({
    action: ActionName,
    paths: z
      .array(plainText(1, 1024))
      .min(1)
      .max(64)
      .optional()
      .describe('Globs over paths from the workspace down: * within a name, ** over folders.'),
    hosts: z
      .array(z.string().regex(/^\.?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/))
      .min(1)
      .max(64)
      .optional()
      .describe('Host names; a leading dot means every host below.'),
    arguments: ArgumentSchema.optional(),
    trust: Trust.optional(),
  })
  .describe('An action within bounds. Every bound given must hold.');

export const GrantEntry = z.union([ActionName, ScopedAction]);
export type GrantEntry = z.output<typeof GrantEntry>;

/** The name of what an entry grants. */
export const actionOf = (entry: GrantEntry): string => (typeof entry === 'string' ? entry : entry.action);
