import { Option } from 'commander';
import { join } from 'node:path';
import { exportRun } from '../export-run.ts';
import { exportSlice } from '../export-slice.ts';
import { wholeNumber } from './options.ts';
import { EXIT } from '../errors.ts';
import { writePackage } from '../package/write-package.ts';
import { exitCodeOf } from '@runseal/spine';
import { CliError } from '../errors.ts';
import { VERSION } from '../version.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';
import type { Server } from '../server/server.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly out: string;
  readonly package?: true;
  readonly from?: number;
  readonly to?: number;
  readonly events?: string;
  readonly content: 'all' | 'none';
}

/** `runseal export RUN --out DIR`. */
export function registerExport({ program, act }: Registrar): void {
  program
    .command('export')
    .description('export a sealed run: record, receipt, leaf hashes, content and public keys')
    .argument('<run>', 'the run id')
    .requiredOption('--out <dir>', 'directory to write into (made when missing); with --package also FILE.zip')
    .option('--from <seq>', 'a slice only: from this event on', wholeNumber(1))
    .option('--to <seq>', 'a slice only: up to this event', wholeNumber(1))
    .option('--events <list>', 'a slice only: these events, e.g. 3,7,10-12')
    .option('--package', 'one BagIt folder or zip with everything an outsider needs, and a report to print')
    .addOption(
      new Option('--content <which>', 'with --package: the content that goes along')
        .choices(['all', 'none'])
        .default('all'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  runseal export 0197… --out evidence\n  runseal export 0197… --from 10 --to 20 --out evidence\n  runseal verify evidence/0197….provetrail --keys evidence/keys.json' +
        '\n\nWrites RUN.provetrail (the evidence), RUN.leaves (a hint to place blame), RUN.tlog-proof (its place' +
        '\nin the ledger), RUN.tst (a time token over its seal, where an authority stamped it), RUN.content.jsonl (what' +
        '\nthe events talk about; may hold personal data) and keys.json. Other bytes are never written over a record, its leaf' +
        '\nhashes or a slice; the rest is what the server has now: content that was erased is gone from a second export.' +
        '\nA package is alone in its folder, and is written over by a newer one of the same record only.',
    )
    .action(
      act<Options>(async ({ args: [run = ''], options }, context) => {
        const slice = sliceOf(options);
        if (slice !== null) return sliced(run, slice, options, await context.server());
        if (options.package === true) return exportPackage(run, options, context);
        const files = await exportRun(run, options.out, await context.server(), context);
        const record = join(options.out, `${run}.provetrail`);
        return {
          exitCode: EXIT.ok,
          document: { run, files },
          screen: [
            {
              head: ['file', 'bytes', 'sha256'],
              rows: files.map((file) => [file.path, String(file.bytes), file.sha256]),
            },
            [],
            [`Verify without this server: runseal verify ${record} --keys ${join(options.out, 'keys.json')}`],
          ],
        };
      }),
    );
}

/** Which events a slice is asked for; null for the whole run. */
function sliceOf({ from, to, events, package: packed }: Options): string | null {
  if (from === undefined && to === undefined && events === undefined) return null;
  const usage = (message: string) => new CliError('usage', message, { exitCode: EXIT.usage });
  if (packed === true) throw usage('A package holds the whole run; leave --package out to export a slice.');
  if (events !== undefined && (from !== undefined || to !== undefined))
    throw usage('Name events by --events, or by --from and --to, not by both.');
  if (events !== undefined) return events;
  if (from === undefined || to === undefined || to < from)
    throw usage('A slice goes --from one event --to the same or a later one.');
  return `${from}-${to}`;
}

async function sliced(run: string, events: string, { out }: Options, server: Server): Promise<Outcome> {
  const { file, files } = await exportSlice(run, events, out, server);
  return {
    exitCode: EXIT.ok,
    document: { run, slice: file, files },
    screen: [
      { head: ['file', 'bytes', 'sha256'], rows: files.map((one) => [one.path, String(one.bytes), one.sha256]) },
      [],
      [`Verify without this server: runseal verify ${file} --keys ${join(out, 'keys.json')}`],
    ],
  };
}

/** Packs a run whatever its verdicts are, and says by the exit code what they were. */
async function exportPackage(id: string, { out, content }: Options, context: Context): Promise<Outcome> {
  const server = await context.server();
  const { run, sealed, events } = await server.run(id);
  if (!sealed || !/^[\w.-]+$/.test(run))
    throw new CliError(
      'not_sealed',
      `${id} is not sealed yet, so there is nothing to pack; follow it with runseal watch.`,
      {
        exitCode: EXIT.unreadable,
      },
    );
  // Each event comes and is verified.
  const bar = context.progress('packing', 2 * events);
  const options = { content, now: new Date().toISOString(), version: VERSION, bar };
  const packed = await writePackage(out, run, server, options).finally(() => bar.stop());
  return {
    exitCode: exitCodeOf(packed.report),
    document: { run, files: packed.files, verdicts: packed.report.verdicts },
    screen: [
      [`${packed.count} files in ${out}: BagIt, RFC 8493.`],
      ...packed.report.verdicts.map(({ name, state, sentence }) => [`${name}: ${state}. ${sentence}`]),
      [],
      ['Verify without this program: see HOW-TO-VERIFY.txt in its data folder.'],
    ],
  };
}
