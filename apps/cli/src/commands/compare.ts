import { existsSync } from 'node:fs';
import { compareFiles, type FileComparison } from '../compare-files.ts';
import { readKeyring } from '../files/keyring.ts';
import { comparisonBlocks } from '../render/comparison.ts';
import { CliError, EXIT } from '../errors.ts';
import { collect } from './options.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { Block } from '../render/screen.ts';

interface Options {
  readonly key?: readonly string[];
  readonly keys?: string;
}

/** `runseal compare A B`: two runs of the server, or two record files without any server. */
export function registerCompare({ program, act }: Registrar): void {
  program
    .command('compare')
    .description('compare the integrity of two runs, or of two record files offline')
    .argument('<left>', 'a run id, or a record file')
    .argument('<right>', 'a run id, or a record file')
    .option(
      '--key <key>',
      'files: trust this key: hex, a key id, or NAME=hex for a record that names it so (may be repeated)',
      collect,
    )
    .option('--keys <file>', 'files: trust the keys in this keys.json')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal compare 0197… 0198…\n  runseal compare native.provetrail external.provetrail --keys keys.json --json',
    )
    .action(
      act<Options>(async ({ args: [left = '', right = ''], options }, context) => {
        const files = [left, right].filter((name) => existsSync(name)).length;
        if (files === 1)
          throw new CliError('usage', 'Compare two runs or two record files, not one of each; export the run first.', {
            exitCode: EXIT.usage,
          });
        return files === 2 ? ofFiles(left, right, options) : ofRuns(left, right, context);
      }),
    );
}

async function ofRuns(left: string, right: string, context: Context): Promise<Outcome> {
  const comparison = await (await context.server()).compare(left, right);
  const names = { left: `${comparison.left.harness} ${left}`, right: `${comparison.right.harness} ${right}` };
  return { exitCode: EXIT.ok, document: comparison, screen: comparisonBlocks(names, comparison) };
}

async function ofFiles(left: string, right: string, options: Options): Promise<Outcome> {
  const keyring = await readKeyring({ key: options.key ?? [], keys: options.keys });
  const { reports, ...compared } = await compareFiles(left, right, { keyring });
  const unproven = [...unverified(left, reports.left), ...unverified(right, reports.right)];
  return {
    exitCode: unproven.length === 0 ? EXIT.ok : EXIT.failed,
    document: { ...compared, reports },
    screen: [...unproven, ...comparisonBlocks({ left, right }, compared)],
  };
}

function unverified(file: string, report: FileComparison['reports']['left']): Block[] {
  const integrity = report.verdicts.find(({ name }) => name === 'integrity');
  if (integrity?.state === 'pass') return [];
  return [
    [{ text: `NOT VERIFIED: ${file}: `, tone: 'bad' }, `${integrity?.sentence ?? ''} (${integrity?.code ?? ''})`],
  ];
}
