import type { Command, Option } from 'commander';
import { gathers } from './commands/options.ts';
import { CliError, EXIT } from './errors.ts';

/**
 * Lets a command line fail that gives twice what counts once: the last one alone would count, without a word, and the other
 * may be the policy, the pins or the server that was meant. Flags may be repeated: they say the same.
 */
export function refuseDoubled(command: Command): void {
  for (const option of command.options)
    if (!option.isBoolean() && !option.negate && !gathers(option.parseArg)) watch(command, option);
  for (const inner of command.commands) refuseDoubled(inner);
}

function watch(command: Command, option: Option): void {
  let given = false;
  command.on(`option:${option.name()}`, () => {
    if (given)
      throw new CliError('usage', `${option.long ?? option.flags} is given twice, and counts once: say which.`, {
        exitCode: EXIT.usage,
      });
    given = true;
  });
}
