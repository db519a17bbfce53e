import { followRun } from '../follow.ts';
import { wholeNumber } from './options.ts';
import type { Registrar } from '../registrar.ts';

/** `runseal watch RUN`: events as they become durable, until the seal. */
export function registerWatch({ program, act }: Registrar): void {
  program
    .command('watch')
    .description('follow a run live until it is sealed')
    .argument('<run>', 'the run id')
    .option('--after <seq>', 'start after this event', wholeNumber(0), 0)
    .addHelpText(
      'after',
      '\nExamples:\n  runseal watch 0197…\n  runseal watch 0197… --after 40\n  runseal watch 0197… --json    (one document, once the run is sealed)',
    )
    .action(act<{ after: number }>(({ args: [run = ''], options }, context) => followRun(run, options.after, context)));
}
