import { EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { HoldList } from '../server/server.ts';

interface Why {
  readonly reason: string;
}

/** `runseal hold place|lift|show RUN`. */
export function registerHold({ program, act }: Registrar): void {
  const hold = program.command('hold').description('legal holds: while one stands, nothing of the run is erased');
  hold
    .command('place')
    .description('place a legal hold: nothing of the run is erased or removed while it stands')
    .argument('<run>', 'the run id')
    .requiredOption('--reason <text>', 'why; goes into the ledger, so without personal data')
    .addHelpText('after', '\nExample:\n  runseal hold place 0197… --reason "case 2026/14"')
    .action(
      act<Why>(async ({ args: [run = ''], options }, context) => {
        const placed = await (await context.server()).placeHold(run, options.reason);
        return {
          exitCode: EXIT.ok,
          document: { run, ...placed },
          screen: [[`${run} is held since ${placed.placedAt}, by ${placed.placedBy}.`]],
        };
      }),
    );
  hold
    .command('lift')
    .description('lift the legal hold; it stays in the history of the run and in the ledger')
    .argument('<run>', 'the run id')
    .requiredOption('--reason <text>', 'why; goes into the ledger, so without personal data')
    .addHelpText('after', '\nExample:\n  runseal hold lift 0197… --reason "case 2026/14 is closed"')
    .action(
      act<Why>(async ({ args: [run = ''], options }, context) => {
        const lifted = await (await context.server()).liftHold(run, options.reason);
        return {
          exitCode: EXIT.ok,
          document: { run, ...lifted },
          screen: [[`The hold on ${run} is lifted, by ${lifted.liftedBy ?? ''}.`]],
        };
      }),
    );
  hold
    .command('show')
    .description('the legal holds on a run, standing and lifted')
    .argument('<run>', 'the run id')
    .addHelpText('after', '\nExample:\n  runseal hold show 0197…')
    .action(act(async ({ args: [run = ''] }, context) => shown(run, await (await context.server()).holds(run))));
}

function shown(run: string, { held, items }: HoldList): Outcome {
  const rows = items.map((hold) => [
    hold.placedAt,
    hold.placedBy,
    hold.reason,
    hold.liftedAt ?? 'stands',
    hold.liftedBy ?? '',
    hold.liftReason ?? '',
  ]);
  return {
    exitCode: EXIT.ok,
    document: { run, held, items },
    screen: [
      [held ? { text: `${run} is held.`, tone: 'warn' } : `${run} is not held.`],
      ...(rows.length === 0 ? [] : [[], { head: ['placed', 'by', 'why', 'lifted', 'by', 'why'], rows }]),
    ],
  };
}
