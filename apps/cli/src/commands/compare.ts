import type { Verdict } from '@runseal/spine';
import { existsSync } from 'node:fs';
import { compareFiles, type FileComparison } from '../compare-files.ts';
import { readKeyring } from '../files/keyring.ts';
import { refuseMissing } from '../files/missing.ts';
import { recordOf, withOpened } from '../package/opened.ts';
import { comparisonBlocks } from '../render/comparison.ts';
import { CliError, EXIT } from '../errors.ts';
import { collect } from './options.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { Block } from '../render/screen.ts';

interface Options {
  readonly key?: readonly string[];
  readonly keys?: readonly string[];
}

/** `runseal compare A B`: two runs of the server, or two record files without any server. */
export function registerCompare({ program, act }: Registrar): void {
  program
    .command('compare')
    .description('compare the integrity of two runs, or of two record files offline')
    .argument('<left>', 'a run id, or a record file or package')
    .argument('<right>', 'a run id, or a record file or package')
    .option(
      '--key <key>',
      'files: trust this key: hex, a key id, or NAME=hex for a record that names it so (may be repeated)',
      collect,
    )
    .option('--keys <file>', 'files: trust the keys in this keys.json (may be repeated)', collect)
    .addHelpText(
      'after',
      '\nExamples:\n  runseal compare 0197… 0198…\n  runseal compare native.provetrail external.provetrail --keys keys.json --json' +
        '\n\nFiles: content exported beside them is used; what is not there cannot be compared, and is said so. Exit 1 when the' +
        '\nintegrity of either fails under the keys you trust: then nothing below vouches for anything; and when either is not whole.',
    )
    .action(
      act<Options>(async ({ args: [left = '', right = ''], options }, context) => {
        const files = [left, right].filter((name) => existsSync(name));
        for (const name of [left, right]) refuseMissing(name);
        if (files.length === 2) return ofFiles(left, right, options, context);
        if (files.length === 1)
          throw usage(
            `Compare two runs or two record files, not one of each: ${files.join('')} is a file. Export the run first.`,
          );
        if (options.key !== undefined || options.keys !== undefined)
          throw usage(
            '--key and --keys are for record files; of runs the server is believed. Export both to verify them.',
          );
        return ofRuns(left, right, context);
      }),
    );
}

const usage = (message: string): CliError => new CliError('usage', message, { exitCode: EXIT.usage });

async function ofRuns(left: string, right: string, context: Context): Promise<Outcome> {
  const comparison = await (await context.server()).compare(left, right);
  const names = { left: `${comparison.left.harness} ${left}`, right: `${comparison.right.harness} ${right}` };
  return { exitCode: EXIT.ok, document: comparison, screen: comparisonBlocks(names, comparison) };
}

async function ofFiles(left: string, right: string, options: Options, { io }: Context): Promise<Outcome> {
  const keyring = await readKeyring({ key: options.key ?? [], keys: options.keys });
  const { reports, ...compared } = await withOpened(left, io.signal, (one) =>
    withOpened(right, io.signal, async (other) =>
      compareFiles(await recordOf(one), await recordOf(other), { keyring, signal: io.signal }),
    ),
  );
  const unproven = [...unverified(left, reports.left), ...unverified(right, reports.right)];
  return {
    exitCode: unproven.length === 0 ? EXIT.ok : EXIT.failed,
    document: { ...compared, reports },
    screen: [...unproven, ...comparisonBlocks({ left, right }, compared)],
  };
}

/** What is compared is what the events say: whoever left some out has others to compare. */
function unverified(file: string, report: FileComparison['reports']['left']): Block[] {
  const [integrity, completeness] = report.verdicts;
  if (integrity?.state !== 'pass') return [said('NOT VERIFIED', file, integrity)];
  return completeness?.state === 'fail' ? [said('NOT WHOLE', file, completeness)] : [];
}

const said = (what: string, file: string, verdict: Verdict | undefined): Block => [
  { text: `${what}: ${file}: `, tone: 'bad' },
  `${verdict?.sentence ?? ''} (${verdict?.code ?? ''})`,
];
