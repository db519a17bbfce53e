import { EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { PruneView } from '../server/server.ts';

interface Why {
  readonly reason: string;
  readonly basis: string;
}

/** `runseal prune request|confirm|show RUN`: it takes two people. */
export function registerPrune({ program, act }: Registrar): void {
  const prune = program
    .command('prune')
    .description('remove a whole sealed run for ever: one person asks, another one confirms');
  prune
    .command('request')
    .description('ask to remove the events and content of a sealed run for ever; nothing is removed yet')
    .argument('<run>', 'the run id')
    .requiredOption('--reason <text>', 'why; goes into the ledger, so without personal data')
    .requiredOption('--basis <text>', 'the legal ground, e.g. "GDPR 5(1)(e)"')
    .addHelpText(
      'after',
      '\nExample:\n  runseal prune request 0197… --reason "kept long enough" --basis "GDPR 5(1)(e)"',
    )
    .action(
      act<Why>(async ({ args: [run = ''], options: { reason, basis } }, context) =>
        shown(await (await context.server()).requestPrune(run, { reason, legalBasis: basis })),
      ),
    );
  prune
    .command('confirm')
    .description('confirm what somebody else asked for: the run is removed now; its seal stays in the ledger')
    .argument('<run>', 'the run id')
    .addHelpText('after', '\nExample:\n  runseal prune confirm 0197… --key-file other-person.txt')
    .action(act(async ({ args: [run = ''] }, context) => shown(await (await context.server()).confirmPrune(run))));
  prune
    .command('show')
    .description('who asked to remove the run, and who agreed')
    .argument('<run>', 'the run id')
    .addHelpText('after', '\nExample:\n  runseal prune show 0197…')
    .action(act(async ({ args: [run = ''] }, context) => shown(await (await context.server()).prune(run))));
}

function shown(prune: PruneView): Outcome {
  const { run, requestedBy, requestedAt, reason, legalBasis, confirmedBy, confirmedAt } = prune;
  return {
    exitCode: EXIT.ok,
    document: prune,
    screen: [
      [`asked      ${requestedBy} at ${requestedAt}: ${reason} (${legalBasis})`],
      confirmedBy === null
        ? ['confirmed  not yet: somebody else has to run "runseal prune confirm"; nothing is removed']
        : [`confirmed  ${confirmedBy} at ${confirmedAt ?? ''}: ${run} is removed for ever`],
    ],
  };
}
