import { countOf } from '../render/report.ts';
import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';

/** `runseal audit RUN`: the operator's look at the rows, not a verification. */
export function registerAudit({ program, act }: Registrar): void {
  program
    .command('audit')
    .description("hold what the database stores of a run against the run's own bytes (no verification: see verify)")
    .argument('<run>', 'the run id')
    .addHelpText(
      'after',
      '\nExample:\n  runseal audit 0197…\n\nExit 0: the rows agree with the bytes. Exit 1: something was changed beside them.' +
        '\nThe server looks at itself here: whoever owns it can lie. Export and verify to trust nobody.',
    )
    .action(
      act(async ({ args: [run = ''] }, context) => {
        const audit = await (await context.server()).audit(run);
        const { findings, found } = audit;
        const rows = findings.map((one) => [
          one.seq === null ? '' : `seq ${one.seq}`,
          one.code,
          one.column ?? '',
          one.sentence,
        ]);
        const looked = `${countOf(audit.events, 'event')} and ${countOf(audit.contents, 'content')} of ${run} (${audit.state}${audit.pruned ? ', pruned' : ''})`;
        return {
          exitCode: found === 0 ? EXIT.ok : EXIT.failed,
          document: audit,
          screen:
            found === 0
              ? [[{ text: `Every row agrees with the bytes: ${looked}.`, tone: 'good' }]]
              : [
                  [{ text: `${countOf(found, 'difference')} between rows and bytes: ${looked}.`, tone: 'bad' }],
                  ...(found > findings.length ? [[`The first ${findings.length} are shown.`]] : []),
                  [],
                  { head: ['where', 'code', 'column', 'what it says'], rows },
                ],
        };
      }),
    );
}
