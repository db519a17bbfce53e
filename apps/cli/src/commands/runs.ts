import { Option } from 'commander';
import { countOf } from '../render/report.ts';
import { moreBlocks } from '../render/more.ts';
import { runRow, RUN_HEAD } from '../render/run.ts';
import { exportList, withListExport, type ListExportOptions } from './list-export.ts';
import { otherThan, wholeNumber } from './options.ts';
import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import type { RunFilter } from '../server/server.ts';

type Options = Omit<RunFilter, 'q'> &
  ListExportOptions & { readonly search?: string; readonly limit: number; readonly cursor?: string };

/** `runseal runs`: one page of runs, newest first; or all of them as a file. */
export function registerRuns({ program, act }: Registrar): void {
  const command = program
    .command('runs')
    .description('list runs, newest first')
    .option('--state <state>', 'queued, running (open sessions, too), completed, failed or halted')
    .option('--harness <name>', 'only runs driven by this harness')
    .option('--model <name>', 'only runs of this model')
    .option('--workspace <name>', 'only runs of this workspace')
    .option('--principal <name>', 'only runs that this principal asked for')
    .option('--search <words>', 'words of the objective, or the start of a run id')
    .option('--tool <name>', 'sealed runs that dispatched this action')
    .option('--gap <surface>', 'sealed runs with a gap about this surface')
    .addOption(
      new Option(
        '--share <share>',
        'of the sealed record is enforced: all, most (half or more), less, none; empty: it has no events',
      ).choices(['all', 'most', 'less', 'none', 'empty']),
    )
    .option('--verdict <verdict>', "this server's last verification: e.g. integrity:fail, failing, unverified")
    .addOption(
      new Option(
        '--odd <what>',
        'sealed runs in which the harness acted by itself (native), or was not as its profile says (drift)',
      ).choices(['native', 'drift']),
    )
    .addOption(new Option('--sealed <yes>', 'whether a run that ended is sealed').choices(['yes', 'no']))
    .option('--since <time>', 'submitted at this time or later, e.g. 2026-01-31T00:00:00Z')
    .option('--until <time>', 'submitted before this time')
    .option('--limit <count>', 'runs per page', wholeNumber(1), 20)
    .option('--cursor <cursor>', 'continue after a page');
  withListExport(command)
    .addHelpText(
      'after',
      '\nExamples:\n  runseal runs --state failed\n  runseal runs --harness codex --limit 50 --json' +
        '\n  runseal runs --state failed --export csv --out failed.csv',
    )
    .action(
      act<Options>(async ({ options }, context) => {
        const server = await context.server();
        const filter = pick(options);
        if (options.export !== undefined)
          return exportList(options, context, server.exportRuns({ ...filter, format: options.export }));
        const { limit, cursor } = options;
        const page = await server.runs({ ...filter, limit, ...(cursor === undefined ? {} : { cursor }) });
        const { q: search, ...narrowed } = filter;
        const more =
          page.nextCursor === null
            ? []
            : moreBlocks('runs', { ...narrowed, search, limit: otherThan(20, limit) }, `--cursor ${page.nextCursor}`);
        return {
          exitCode: EXIT.ok,
          document: page,
          screen:
            page.items.length === 0
              ? [['No run matches. Submit one: runseal submit "Say hello" --harness echo']]
              : [{ head: RUN_HEAD, rows: page.items.map(runRow) }, [], [countOf(page.items.length, 'run')], ...more],
        };
      }),
    );
}

const NAMES = [
  'state',
  'harness',
  'model',
  'workspace',
  'principal',
  'tool',
  'gap',
  'share',
  'verdict',
  'odd',
  'sealed',
  'since',
  'until',
] as const;

/** What was given: a filter that was not is no filter. */
function pick(options: Options): RunFilter {
  const given = NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  return { ...Object.fromEntries(given), ...(options.search === undefined ? {} : { q: options.search }) };
}
