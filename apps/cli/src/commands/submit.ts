import { randomUUID } from 'node:crypto';
import { followRun } from '../follow.ts';
import { readGoal, type GoalFlags } from '../goal.ts';
import { collect, wholeNumber } from './options.ts';
import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';

interface Options extends GoalFlags {
  readonly objective?: string;
  readonly watch?: boolean;
  readonly idempotencyKey?: string;
}

/** `runseal submit`: hands a goal in; prints the run id; with --watch follows it to its seal. */
export function registerSubmit({ program, act }: Registrar): void {
  program
    .command('submit')
    .description('submit a goal')
    .argument('[objective]', 'what the agent should achieve, in words')
    .option('--objective <text>', 'the same, as a flag')
    .option('--file <goal.json>', 'a goal as JSON; flags win over it')
    .option('--harness <name>', 'who drives the run: echo, chat, reference, codex …')
    .option('--profile <name>', "the harness's enforcement profile")
    .option('--model <name>', 'the model')
    .option('--stop-condition <text>', 'done when …')
    .option('--guidance <text>', 'standing guidance, placed before the objective')
    .option('--grant <actions>', 'actions the run may take, with commas (may be repeated)', collect)
    .option('--max-steps <count>', 'most passes of the loop', wholeNumber(1))
    .option('--max-calls <count>', 'most dispatches', wholeNumber(1))
    .option('--timeout-ms <ms>', 'most time for the run', wholeNumber(1))
    .option('--call-timeout-ms <ms>', 'most time for one dispatch', wholeNumber(1))
    .option('--max-tokens <count>', 'most tokens of all model calls', wholeNumber(1))
    .option('--no-gateway', 'let the harness call its model itself: its calls are then not seen')
    .option(
      '--egress <hosts>',
      'hosts its programs may reach, with commas; .example.org: every host below (may be repeated)',
      collect,
    )
    .option('--keep-thread', "keep an external harness's conversation, so that a later run can go on with it")
    .option('--continues <run>', 'go on with the conversation that run kept')
    .option('--max-output-bytes <bytes>', 'most bytes one action may answer with', wholeNumber(1))
    .option(
      '--containment-floor <level>',
      'weakest containment the run may have: process, kernel, container or microvm',
    )
    .option('--put <path=file>', 'put a local file into the workspace (may be repeated)', collect)
    .option('--verify <json>', 'your own check, as a JSON list, e.g. \'["test","-f","hello.txt"]\'')
    .option('--verify-timeout-ms <ms>', 'most time for that check', wholeNumber(1))
    .option('--workspace <name>', 'the tenant the run belongs to')
    .option('--idempotency-key <key>', 'the same key again is the same run')
    .option('--watch', 'follow the run until it is sealed')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal submit "Say hello" --harness echo --watch' +
        '\n  runseal submit --file goal.json --harness codex --model gpt-5 --json' +
        '\n  runseal submit "Fix the typo" --harness reference --put README.md=./README.md --grant workspace_read,workspace_write',
    )
    .action(
      act<Options>(async ({ args: [objective], options }, context) => {
        const goal = await readGoal(objective ?? options.objective, options);
        const server = await context.server();
        const accepted = await server.submit(goal, options.idempotencyKey ?? randomUUID());
        const said = [
          [
            { text: accepted.run, tone: 'strong' as const },
            accepted.replayed ? '  (submitted before; the same run)' : '',
          ],
        ];
        if (options.watch !== true) return { exitCode: EXIT.ok, document: accepted, screen: said };
        context.show(said);
        return followRun(accepted.run, 0, context);
      }),
    );
}
