import { z } from 'zod';
import { plainText, time } from './text.ts';

export const KeyParam = z.object({ key: z.string().min(1).max(200).describe('Id of a key that has sealed here.') });
export type KeyName = z.output<typeof KeyParam>;

/** What is said of a key that seals. It stands in the ledger for ever: there is no way back. */
export const KeyMarkRequest = z.strictObject({
  as: z
    .enum(['retired', 'compromised'])
    .describe(
      'retired: it seals no more, and what it sealed goes on verifying. compromised: what it sealed fails verification (runseal.key_compromised), unless witnesses had cosigned it before. Neither can be undone.',
    ),
  // The ledger holds it in Unix ns, which reach no further back than some centuries.
  since: time('1970')
    .optional()
    .describe(
      'Now, when absent. Of a compromised key: the first moment others may have had it. Of a retired one: not before it sealed. Never in the future.',
    ),
  reason: plainText(1, 1000).describe('Goes into the ledger, where everybody may read it.'),
});
export type KeyMarkRequest = z.output<typeof KeyMarkRequest>;
