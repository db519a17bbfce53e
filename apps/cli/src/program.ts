import { Command, Help, Option } from 'commander';
import { registerApprovals } from './commands/approvals.ts';
import { registerArchive } from './commands/archive.ts';
import { registerAsk } from './commands/ask.ts';
import { registerAudit } from './commands/audit.ts';
import { registerCompare } from './commands/compare.ts';
import { registerDecisions } from './commands/decide.ts';
import { registerErase } from './commands/erase.ts';
import { registerExport } from './commands/export.ts';
import { registerHalt } from './commands/halt.ts';
import { registerHarness } from './commands/harness.ts';
import { registerHarnessRegistry } from './commands/harness-registry.ts';
import { registerHarnesses } from './commands/harnesses.ts';
import { registerHold } from './commands/hold.ts';
import { registerKeys } from './commands/keys.ts';
import { registerLedger } from './commands/ledger.ts';
import { registerPools } from './commands/pools.ts';
import { registerPrune } from './commands/prune.ts';
import { registerReproject } from './commands/reproject.ts';
import { registerRetention } from './commands/retention.ts';
import { registerRuns } from './commands/runs.ts';
import { registerSigner } from './commands/signer.ts';
import { registerSessions } from './commands/sessions.ts';
import { registerShow } from './commands/show.ts';
import { registerSubmit } from './commands/submit.ts';
import { registerTag } from './commands/tag.ts';
import { registerVectors } from './commands/vectors.ts';
import { registerVerify } from './commands/verify.ts';
import { registerWatch } from './commands/watch.ts';
import { registerWitness } from './commands/witness.ts';
import { registerWorkspace } from './commands/workspace.ts';
import { refuseDoubled } from './single-options.ts';
import { WrongUsage } from './render/problem.ts';
import { openContext } from './open-context.ts';
import { wantsColour, type Io } from './io.ts';
import type { Outcome } from './outcome.ts';
import type { Registrar } from './registrar.ts';
import { VERSION } from './version.ts';

/** What can be done, under the headings that the help lists it by. */
const REGISTERS: readonly (readonly [heading: string, registers: readonly ((registrar: Registrar) => void)[]])[] = [
  ['Runs:', [registerSubmit, registerRuns, registerShow, registerWatch, registerHalt, registerSessions]],
  [
    'What people decide, and what holds for goals:',
    [registerApprovals, registerDecisions, registerPools, registerWorkspace],
  ],
  [
    'Evidence:',
    [registerExport, registerVerify, registerAsk, registerCompare, registerReproject, registerArchive, registerVectors],
  ],
  ['Keeping and erasing:', [registerTag, registerErase, registerHold, registerPrune, registerRetention]],
  [
    'The server, its keys and its ledger:',
    [registerAudit, registerKeys, registerLedger, registerWitness, registerSigner],
  ],
  ['What drives runs:', [registerHarnesses, registerHarness, registerHarnessRegistry]],
];

/** The whole command line. `json` is known before parsing, so that even usage errors come out in the right form. */
export function buildProgram(io: Io, json: boolean, deliver: (outcome: Outcome) => void): Command {
  const program = new Command('runseal')
    .description('Submit, watch, export and verify runs. The record never claims more than it can vouch for.')
    .version(VERSION, '--version', 'print the version')
    .addOption(new Option('--url <address>', 'the API').default('http://127.0.0.1:4400').env('RUNSEAL_URL'))
    .option('--key-file <file>', 'file that holds the API key (else RUNSEAL_API_KEY; never on the command line)')
    .option('--json', 'print one JSON document on stdout and nothing else')
    .configureHelp({
      showGlobalOptions: true,
      helpWidth: 100,
      optionDescription(option) {
        const told = new Help().optionDescription(option);
        return option.mandatory ? `${told} (has to be given)` : told;
      },
    })
    .addHelpText('after', `\n${EXIT_HELP}`)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => (json ? undefined : io.stderr.write(text)),
      // Usage errors are printed once, by the runner, together with their code.
      outputError: () => undefined,
      getOutHasColors: () => wantsColour(io.stdout, io.env),
      getErrHasColors: () => wantsColour(io.stderr, io.env),
    });
  const act: Registrar['act'] =
    (work) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals();
      // Which options a command has is declared a few lines from where their type is: in its own file.
      deliver(await work({ args: command.args, options: options as never }, openContext(io, json, options)));
    };
  for (const [heading, registers] of REGISTERS) {
    program.commandsGroup(heading);
    for (const register of registers) register({ program, act });
  }
  for (const command of program.commands) command.copyInheritedSettings(program);
  tellWhose(program, 'runseal');
  refuseDoubled(program);
  return program;
}

/** Wrong usage names the command whose help says what is right. */
function tellWhose(command: Command, path: string): void {
  command.exitOverride((error) => {
    throw new WrongUsage(error, path);
  });
  for (const inner of command.commands) tellWhose(inner, `${path} ${inner.name()}`);
}

const EXIT_HELP = `Exit codes: 0 all verdicts pass (or done), 1 a verdict fails, 2 wrong usage, 3 passes but unprotected, 4 cannot read.`;
