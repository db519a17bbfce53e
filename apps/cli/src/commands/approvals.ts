import { EXIT } from '../errors.ts';
import { exportList, withListExport, type ListExportOptions } from './list-export.ts';
import type { Registrar } from '../registrar.ts';
import type { Block } from '../render/screen.ts';
import type { ApprovalDetail, ApprovalFilter } from '../server/server.ts';

type Options = ApprovalFilter & ListExportOptions;

/** `runseal approvals [APPROVAL]`: what waits for a decision, or one of them with its exact arguments. */
export function registerApprovals({ program, act }: Registrar): void {
  const command = program
    .command('approvals')
    .description('list what waits for a decision, or show one approval with its exact arguments')
    .argument('[approval]', 'an approval id')
    .option('--state <state>', 'pending, approved, denied, expired or withdrawn')
    .option('--workspace <name>', 'only approvals of this workspace')
    .option('--run <run>', 'only approvals of this run');
  withListExport(command)
    .addHelpText('after', '\nExamples:\n  runseal approvals --state pending\n  runseal approvals 0b6c…')
    .action(
      act<Options>(async ({ args: [id], options }, context) => {
        const server = await context.server();
        if (id !== undefined) {
          const approval = await server.approval(id);
          return { exitCode: EXIT.ok, document: approval, screen: shown(approval) };
        }
        const { state, workspace, run } = options;
        const filter = {
          ...(state === undefined ? {} : { state }),
          ...(workspace === undefined ? {} : { workspace }),
          ...(run === undefined ? {} : { run }),
        };
        if (options.export !== undefined)
          return exportList(options, context, server.exportApprovals({ ...filter, format: options.export }));
        const page = await server.approvals(filter);
        const rows = page.items.map((one) => [
          one.approval,
          one.state,
          one.action,
          aboutText(one),
          one.run,
          one.expiresAt,
        ]);
        return {
          exitCode: EXIT.ok,
          document: page,
          screen:
            rows.length === 0
              ? [['Nothing waits for a decision.']]
              : [{ head: ['approval', 'state', 'action', 'about', 'run', 'expires'], rows }],
        };
      }),
    );
}

/** What its arguments say; once they are erased, what its event still names. */
const aboutText = ({ about, scope }: Pick<ApprovalDetail, 'about' | 'scope'>): string =>
  about ?? (scope === '' ? '(erased)' : `${scope} (erased)`);

/** One approval as a person must see it before deciding. */
export function shown(approval: ApprovalDetail): Block[] {
  const decided = approval.decisions.map(
    ({ principal, decision, selfApproval, reason }) =>
      `${principal}${selfApproval ? ' (asked for the goal)' : ''}: ${decision}, ${reason}`,
  );
  return [
    [`approval   ${approval.approval} (${approval.state})`],
    [`run        ${approval.run}, asked for by ${approval.principal}`],
    [`call       ${approval.call}: ${approval.action}, ${aboutText(approval)}`],
    [`needs      ${approval.required} of ${approval.of.join(', ') || 'anybody in the workspace'}`],
    [`expires    ${approval.expiresAt}`],
    ...decided.map((line) => [`decided    ${line}`]),
    [`arguments  ${approval.argumentsCommitment}`],
    [approval.arguments === null ? '(erased)' : approval.arguments.text],
  ];
}
