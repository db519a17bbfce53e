import type { Command } from 'commander';
import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import { askOperator, type Operator, type RemoteHarness } from '../server/operator.ts';

type Where = Operator['options'];

const OPERATOR_URL = [
  '--operator-url <address>',
  "the operator's listener (RUNSEAL_OPERATOR_URL, else http://127.0.0.1:4401)",
] as const;

/** `runseal harness register|list|retire`: remote harnesses, through the operator's listener. */
export function registerHarnessRegistry({ program, act }: Registrar): void {
  const harness: Command =
    program.commands.find((command) => command.name() === 'harness') ?? program.command('harness');
  harness
    .command('register')
    .description('register a remote harness; it is asked what it is and held to that')
    .argument('<name>', 'a DNS label; sessions call it remote:NAME')
    .argument('<address>', 'tcp://127.0.0.1:PORT, or tls://HOST:PORT')
    .option(...OPERATOR_URL)
    .addHelpText('after', '\nExample:\n  runseal harness register py tcp://127.0.0.1:9301')
    .action(
      act<Where>(async ({ args: [name, address], options }, { io }) => {
        const done = await askOperator<{ result: string; harness: RemoteHarness }>({ io, options }, 'POST', '', {
          name,
          address,
        });
        return { exitCode: EXIT.ok, document: done, screen: [[`${done.harness.harness}: ${done.result}`]] };
      }),
    );
  harness
    .command('list')
    .description('list remote harnesses')
    .option('--retired', 'retired ones as well')
    .option(...OPERATOR_URL)
    .addHelpText('after', '\nExample:\n  runseal harness list --retired')
    .action(
      act<Where & { retired?: boolean }>(async ({ options }, { io }) => {
        const query = `?limit=500&retired=${options.retired === true ? 'true' : 'false'}`;
        const page = await askOperator<{ items: readonly RemoteHarness[] }>({ io, options }, 'GET', query);
        const rows = page.items.map((each) => [each.harness, each.address, each.source, each.state]);
        return {
          exitCode: EXIT.ok,
          document: page,
          screen:
            rows.length === 0 ? [['No remote harness.']] : [{ head: ['harness', 'address', 'source', 'state'], rows }],
        };
      }),
    );
  harness
    .command('retire')
    .description('retire a remote harness: no session takes it any more')
    .argument('<name>', 'its name, without remote:')
    .requiredOption('--reason <text>', 'why')
    .option(...OPERATOR_URL)
    .addHelpText('after', '\nExample:\n  runseal harness retire py --reason "replaced"')
    .action(
      act<Where & { reason: string }>(async ({ args: [name = ''], options }, { io }) => {
        const path = `/${encodeURIComponent(name)}/retire`;
        const view = await askOperator<RemoteHarness>({ io, options }, 'POST', path, { reason: options.reason });
        return {
          exitCode: EXIT.ok,
          document: view,
          screen: [[`${view.harness}: ${view.state} (${view.retireReason ?? ''})`]],
        };
      }),
    );
}
