import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import { shown } from './approvals.ts';

interface Options {
  readonly reason: string;
  readonly arguments: string;
}

/** `runseal approve APPROVAL` and `runseal deny APPROVAL`. */
export function registerDecisions(registrar: Registrar): void {
  register(registrar, 'approve', 'let a call that waits happen, once as many as its goal asks for agree');
  register(registrar, 'deny', 'refuse a call that waits: it never reaches the tool');
}

function register({ program, act }: Registrar, decision: 'approve' | 'deny', does: string): void {
  program
    .command(decision)
    .description(does)
    .argument('<approval>', 'the approval id')
    .requiredOption('--reason <text>', 'why; goes onto the record')
    // Not read from the server here: then the decision would be about whatever the server says, not about what was read.
    .requiredOption('--arguments <commitment>', 'of the arguments you read, as "runseal approvals APPROVAL" shows it')
    .addHelpText(
      'after',
      `\nExample:\n  runseal ${decision} 0b6c… --arguments 5d41… --reason "${decision === 'approve' ? 'I read the patch' : 'it would overwrite the release notes'}"` +
        '\n\nA decision stands: it is on the record, and the same one said again changes nothing.',
    )
    .action(
      act<Options>(async ({ args: [id = ''], options }, context) => {
        const server = await context.server();
        const decided = await server.decide(id, {
          decision,
          reason: options.reason,
          argumentsCommitment: options.arguments,
        });
        return { exitCode: EXIT.ok, document: decided, screen: shown(decided) };
      }),
    );
}
