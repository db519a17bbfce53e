import type { Command } from 'commander';
import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';

/** How a command file adds itself: `add` gives it a commander command whose action returns an Outcome. */
export interface Registrar {
  readonly program: Command;
  /** Wraps a command's work for commander: hands it the context and takes its outcome. */
  readonly act: <Options>(work: Work<Options>) => Action<Options>;
}

type Work<Options> = (
  input: { readonly args: readonly string[]; readonly options: Options },
  context: Context,
) => Promise<Outcome>;

/** What commander calls: the arguments, the options, and last the command itself. */
type Action<Options> = (...given: (string | undefined | Options | Command)[]) => Promise<void>;
