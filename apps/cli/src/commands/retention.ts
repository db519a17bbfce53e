import { otherThan, wholeNumber } from './options.ts';
import { EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import { moreBlocks } from '../render/more.ts';
import { previewBlocks } from '../render/retention.ts';
import type { Block } from '../render/screen.ts';
import type { RetentionPreview, RetentionView } from '../server/server.ts';

interface Policy {
  readonly days: number;
  readonly reason: string;
  readonly dryRun?: true;
}

interface Look {
  readonly days?: number;
  readonly limit: number;
  readonly cursor?: string;
}

/** Runs of a preview on one page. */
const PAGE = 20;

/** `runseal retention list|show|set|lift`. */
export function registerRetention({ program, act }: Registrar): void {
  const retention = program
    .command('retention')
    .description('how long each workspace keeps the content of its sealed runs; records and ledger stay');
  retention
    .command('list')
    .description('the policies that are set')
    .addHelpText('after', '\nExample:\n  runseal retention list')
    .action(act(async (_input, context) => shown(await (await context.server()).retentions())));
  retention
    .command('show')
    .description('what goes when, and what a hold keeps: by the policy that is set, or by one of --days that is not')
    .argument('<workspace>', 'the workspace')
    .option('--days <count>', 'days after the seal: what a policy of so many would erase', wholeNumber(1))
    .option('--limit <count>', 'runs per page', wholeNumber(1), PAGE)
    .option('--cursor <cursor>', 'continue after a page')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal retention show default\n  runseal retention show default --days 365 --json' +
        '\n\nNothing is set or erased by looking.',
    )
    .action(
      act<Look>(async ({ args: [workspace = ''], options: { days, limit, cursor } }, context) => {
        const asked = {
          workspace,
          limit,
          ...(days !== undefined && { days }),
          ...(cursor !== undefined && { cursor }),
        };
        return previewed(await (await context.server()).previewRetention(asked), limit);
      }),
    );
  retention
    .command('set')
    .description('erase content of sealed runs once it is that old; held runs are passed over')
    .argument('<workspace>', 'the workspace')
    .requiredOption('--days <count>', 'days after the seal', wholeNumber(1))
    .requiredOption('--reason <text>', 'why; goes into the ledger')
    .option('--dry-run', 'only show what that would erase, when, and what a hold keeps')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal retention set default --days 365 --reason "policy 7" --dry-run' +
        '\n  runseal retention set default --days 365 --reason "policy 7"',
    )
    .action(
      act<Policy>(async ({ args: [workspace = ''], options: { days, reason, dryRun } }, context) => {
        const server = await context.server();
        if (dryRun === true) return previewed(await server.previewRetention({ workspace, days, limit: PAGE }), PAGE);
        const policies = shown(await server.setRetention({ workspace, days, reason }));
        const preview = await server.previewRetention({ workspace, days, limit: PAGE });
        return {
          ...policies,
          document: { ...(policies.document as object), preview },
          screen: [...policies.screen, [], ...previewBlocks(preview)],
        };
      }),
    );
  retention
    .command('lift')
    .description('keep the content of a workspace without limit again')
    .argument('<workspace>', 'the workspace')
    .requiredOption('--reason <text>', 'why; goes into the ledger')
    .addHelpText('after', '\nExample:\n  runseal retention lift default --reason "policy 7 was withdrawn"')
    .action(
      act<Policy>(async ({ args: [workspace = ''], options: { reason } }, context) =>
        shown(await (await context.server()).setRetention({ workspace, days: null, reason })),
      ),
    );
}

function previewed(preview: RetentionPreview, limit: number): Outcome {
  const { workspace, days, policyDays, nextCursor } = preview;
  const narrowed = { days: otherThan(policyDays, days), limit: otherThan(PAGE, limit) };
  const more: Block[] =
    nextCursor === null ? [] : moreBlocks(`retention show ${workspace}`, narrowed, `--cursor ${nextCursor}`);
  return { exitCode: EXIT.ok, document: preview, screen: [...previewBlocks(preview), ...more] };
}

function shown(policies: readonly RetentionView[]): Outcome {
  const rows = policies.map((one) => [one.workspace, String(one.days), one.setBy, one.setAt, one.reason]);
  return {
    exitCode: EXIT.ok,
    document: { items: policies },
    screen:
      rows.length === 0
        ? [['No workspace has a limit: content is kept until somebody erases it.']]
        : [{ head: ['workspace', 'days', 'set by', 'at', 'why'], rows }],
  };
}
