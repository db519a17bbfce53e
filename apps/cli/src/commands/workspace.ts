import { CliError, EXIT } from '../errors.ts';
import { readJson } from '../files/read.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { GrantEntry, WorkspaceGrant } from '../server/server.ts';
import { collect } from './options.ts';

interface Given {
  readonly grant?: readonly string[];
  readonly file?: string;
}

/** `runseal workspace grant show|set|reset`: what goals of a workspace may do where they do not say so themselves. */
export function registerWorkspace({ program, act }: Registrar): void {
  const grant = program
    .command('workspace')
    .description('what holds for every goal of a workspace')
    .command('grant')
    .description('what its goals may do where they do not say so themselves; goals submitted before keep theirs');
  grant
    .command('show')
    .description('the grant as it stands')
    .argument('<workspace>', 'its name')
    .addHelpText('after', '\nExample:\n  runseal workspace grant show team-a')
    .action(
      act(async ({ args: [workspace = ''] }, context) =>
        shown(await (await context.server()).workspaceGrant(workspace)),
      ),
    );
  grant
    .command('set')
    .description('set it, whole')
    .argument('<workspace>', 'its name')
    .option('--grant <actions>', 'actions, with commas (may be repeated)', collect)
    .option('--file <grant.json>', 'a list of actions, each a name or an action within bounds')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal workspace grant set team-a --grant workspace_read,workspace_search' +
        '\n  runseal workspace grant set team-a --file grant.json' +
        '\n\ngrant.json: ["workspace_read", {"action":"workspace_write","paths":["src/**"]}]',
    )
    .action(
      act<Given>(async ({ args: [workspace = ''], options }, context) => {
        const entries = await entriesOf(options);
        return shown(await (await context.server()).setWorkspaceGrant(workspace, entries));
      }),
    );
  grant
    .command('reset')
    .description('back to the grant every installation begins with')
    .argument('<workspace>', 'its name')
    .addHelpText('after', '\nExample:\n  runseal workspace grant reset team-a')
    .action(
      act(async ({ args: [workspace = ''] }, context) =>
        shown(await (await context.server()).setWorkspaceGrant(workspace, null)),
      ),
    );
}

/** The server's schema judges each entry; this program only carries them. */
async function entriesOf({ grant, file }: Given): Promise<GrantEntry[]> {
  if ((grant === undefined) === (file === undefined))
    throw new CliError('usage', 'Say what may be done, either with --grant or with --file.', { exitCode: EXIT.usage });
  if (grant !== undefined) return grant.flatMap((list) => list.split(',')).filter(Boolean);
  const read = await readJson(file!);
  if (Array.isArray(read)) return read as GrantEntry[];
  throw new CliError('grant_invalid', `${file} must hold a JSON list of actions.`, { exitCode: EXIT.usage });
}

function shown(view: WorkspaceGrant): Outcome {
  const rows = view.grant.map((entry) =>
    typeof entry === 'string' ? [entry, 'without bounds'] : [entry.action, boundsOf(entry)],
  );
  return {
    exitCode: EXIT.ok,
    document: view,
    screen: [
      rows.length === 0
        ? ['Goals that do not say so themselves may do nothing.']
        : { head: ['action', 'bounds'], rows },
      [view.setBy === null ? 'Nobody has set it.' : `Set by ${view.setBy} at ${view.setAt ?? ''}.`],
    ],
  };
}

const boundsOf = ({ action: _, ...bounds }: Exclude<GrantEntry, string>): string =>
  Object.entries(bounds)
    .map(([bound, value]) => `${bound} ${JSON.stringify(value)}`)
    .join('; ');
