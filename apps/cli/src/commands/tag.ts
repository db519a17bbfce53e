import { collect, collectNumbers } from './options.ts';
import { CliError, EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly subject: string;
  readonly seq?: readonly number[];
  readonly commitment?: readonly string[];
}

/** `runseal tag RUN --subject WHO --seq N …`: says whom content is about, so that it can be erased by that. */
export function registerTag({ program, act }: Registrar): void {
  program
    .command('tag')
    .description('say whom content of a run is about, so that "runseal erase --subject" finds it')
    .argument('<run>', 'the run id')
    .requiredOption('--subject <word>', 'a word of yours, such as a customer number; better not a name')
    .option('--seq <number>', 'all content that this event names (may be repeated)', collectNumbers(1))
    .option('--commitment <hex>', 'this content (may be repeated)', collect)
    .addHelpText('after', '\nExample:\n  runseal tag 0197… --subject customer-7 --seq 12 --seq 13')
    .action(
      act<Options>(async ({ args: [run = ''], options: { subject, seq, commitment } }, context) => {
        if (seq === undefined && commitment === undefined)
          throw new CliError('usage', 'Name what is about the subject: --seq or --commitment.', {
            exitCode: EXIT.usage,
          });
        const done = await (
          await context.server()
        ).tag(run, {
          subject,
          ...(seq === undefined ? {} : { seqs: [...seq] }),
          ...(commitment === undefined ? {} : { commitments: [...commitment] }),
        });
        return {
          exitCode: EXIT.ok,
          document: done,
          screen: [[`${done.tagged} contents of ${run} are newly tagged ${subject}.`]],
        };
      }),
    );
}
