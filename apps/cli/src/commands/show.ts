import { exitCodeOf } from '@runseal/spine';
import { reportBlocks } from '../render/report.ts';
import { gapBlocks, runBlocks } from '../render/run.ts';
import { EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { RunDetail } from '../server/server.ts';

/** `runseal show RUN`: what a run is, what its record can vouch for and what it cannot see. */
export function registerShow({ program, act }: Registrar): void {
  program
    .command('show')
    .description('show a run: summary, verdicts, tier mix, gaps')
    .argument('<run>', 'the run id')
    .addHelpText('after', '\nExamples:\n  runseal show 0197…\n  runseal show 0197… --json')
    .action(
      act(async ({ args: [id = ''] }, context) => {
        const server = await context.server();
        const run = await server.run(id);
        if (run.pruned !== null) return removed(run, run.pruned);
        const [report, gaps] = await Promise.all([run.sealed ? server.report(id) : null, server.gaps(id)]);
        const verdicts =
          report === null
            ? [[{ text: 'Not sealed yet: nothing is proven. Follow it with runseal watch.', tone: 'warn' as const }]]
            : [
                ...reportBlocks(report),
                [
                  {
                    text: "These are the server's own verdicts; check them yourself with runseal export and runseal verify.",
                    tone: 'dim' as const,
                  },
                ],
              ];
        return {
          exitCode: report === null ? EXIT.ok : exitCodeOf(report),
          document: { ...run, report, gaps: gaps.map(({ seq, payload }) => ({ seq, ...payload })) },
          screen: [...runBlocks(run), [], ...verdicts, [], ...gapBlocks(gaps)],
        };
      }),
    );
}

/** Nothing is left to be judged; what a seal said of the run is no proof of it any more. */
function removed(run: RunDetail, pruned: NonNullable<RunDetail['pruned']>): Outcome {
  const { at, requestedBy, confirmedBy, reason, legalBasis } = pruned;
  return {
    exitCode: EXIT.unprotected,
    document: { ...run, report: null, gaps: [] },
    screen: [
      ...runBlocks(run),
      [],
      [{ text: `Removed for ever at ${at}: ${reason} (${legalBasis}).`, tone: 'warn' }],
      [`${requestedBy} asked for it, and ${confirmedBy} agreed. Its seal stays in the ledger.`],
      ['Nothing can be verified here any more; a record that was exported before still can.'],
    ],
  };
}
