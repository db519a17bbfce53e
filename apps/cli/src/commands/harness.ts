import { homedir } from 'node:os';
import { join } from 'node:path';
import { inspectHarness } from '@runseal/externagent/evidence';
import { CliError, EXIT } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Registrar } from '../registrar.ts';
import { inspectionBlocks } from '../render/inspection.ts';

/** `runseal harness inspect NAME`: a CLI on this machine: version, readiness, and what holds each of its surfaces. */
export function registerHarness({ program, act }: Registrar): void {
  program
    .command('harness')
    .description('look at one harness on this machine; register, list and retire remote ones')
    .command('inspect')
    .description('print its version, its readiness and its enforcement profile, as promised and as found by trying')
    .argument('<name>', 'codex, codex-app, claude, opencode, gemini, reference …')
    .option('--look', 'try nothing: show what is known of this very program')
    .option('--again', 'try again what is known already')
    .option('--no-gateway', 'as in runs without the model gateway, which call their model themselves')
    .addHelpText('after', HELP)
    .action(
      act<{ look?: boolean; again?: boolean; gateway: boolean }>(async ({ args: [name = ''], options }, context) => {
        if (options.look === true && options.again === true)
          throw new CliError('usage', '--look and --again cannot go together.', { exitCode: EXIT.usage });
        const how = options.look === true ? 'look' : options.again === true ? 'again' : 'try';
        const inspection = await inspectHarness(name, {
          env: context.io.env,
          folder: folderOf(context.io),
          how,
          way: options.gateway ? 'gateway' : 'provider',
        });
        if (inspection === null)
          throw new CliError('harness_unknown', `No harness "${name}" is known here; runseal harnesses lists them.`, {
            exitCode: EXIT.usage,
          });
        const broken = inspection.profiles.some(({ probed }) => (probed?.broken.length ?? 0) > 0);
        return {
          exitCode: broken ? EXIT.failed : EXIT.ok,
          document: inspection,
          screen: inspectionBlocks(inspection),
        };
      }),
    );
}

/** The service's own findings where this machine runs one, else the user's. */
function folderOf({ env }: Io): string {
  const data = env['RUNSEAL_DATA_DIR'];
  if (data) return join(data, 'profiles');
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'runseal', 'profiles');
}

const HELP = `
The real program is driven in the sandbox by a scripted model that tries each surface, with its model calls led through the
gateway as in a run, unless --no-gateway says otherwise; no provider is called and no key is used. What was found is kept by
the digest of the program, so that it is tried once. Exit code 1: a surface is held less than the profile promises.

Examples:
  runseal harness inspect codex
  runseal harness inspect codex --again
  runseal harness inspect codex --no-gateway
  runseal harness inspect claude --look --json`;
