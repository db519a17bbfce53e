import type { Wire } from '@runseal/api/client';
import { collectNumbers } from './options.ts';
import { CliError, EXIT } from '../errors.ts';
import { countOf } from '../render/report.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { Server } from '../server/server.ts';

interface Options {
  readonly reason: string;
  readonly basis: string;
  readonly subject?: string;
  readonly seq?: readonly number[];
}

/** `runseal erase RUN --reason TEXT --basis TEXT [--subject WHO | --seq N …]`, or without RUN: a subject in all runs. */
export function registerErase({ program, act }: Registrar): void {
  program
    .command('erase')
    .description('erase content of sealed runs for ever; the records still verify, the ledger says who and why')
    .argument('[run]', 'the run id; without it, --subject in every run')
    .requiredOption('--reason <text>', 'why; goes into the ledger, so without personal data')
    .requiredOption('--basis <text>', 'the legal ground, e.g. "GDPR 17"')
    .option('--subject <word>', 'only what was tagged as being about this subject (default: all content of the run)')
    .option('--seq <number>', 'only content that this event names (may be repeated)', collectNumbers(1))
    .addHelpText(
      'after',
      '\nExamples:\n  runseal erase 0197… --subject customer-7 --reason "asked for" --basis "GDPR 17"' +
        '\n  runseal erase --subject customer-7 --reason "asked for" --basis "GDPR 17"' +
        `\n\n${STAYS}\nExit 1: some runs could not be erased (a legal hold, or not sealed yet); they are named.`,
    )
    .action(
      act<Options>(async ({ args: [run], options }, context) => {
        const asked = askedOf(options);
        const server = await context.server();
        if (run === undefined) return everywhere(options, server);
        const done = await server.erase(run, asked);
        return {
          exitCode: EXIT.ok,
          document: done,
          screen: [[`${countOf(done.erased, 'content')} of ${run} erased for ever.`], [{ text: STAYS, tone: 'dim' }]],
        };
      }),
    );
}

const STAYS =
  'What stands in the events themselves (names of tools, paths, classes of errors, reasons for a halt or an erasure, who asked, digests of the lines a harness printed) is not content, and stays; in records of earlier versions also words: docs/erasure.md.';

function askedOf({ reason, basis: legalBasis, subject, seq }: Options): Wire<'ErasureRequest'> {
  const why = { reason, legalBasis };
  if (subject !== undefined && seq !== undefined)
    throw new CliError('usage', 'Erase by --subject or by --seq, not by both at once.', { exitCode: EXIT.usage });
  if (subject !== undefined) return { scope: 'subject', subject, ...why };
  if (seq !== undefined) return { scope: 'events', seqs: [...seq], ...why };
  return { scope: 'run', ...why };
}

/** A hold on one run does not keep the others. */
async function everywhere(options: Options, server: Server): Promise<Outcome> {
  const { subject } = options;
  if (subject === undefined)
    throw new CliError('usage', 'Name a run, or a --subject to erase in every run.', { exitCode: EXIT.usage });
  const erased: { run: string; erased: number }[] = [];
  const left: { run: string; code: string; message: string }[] = [];
  const seen = new Set<string>();
  for (let more = true; more;) {
    const runs = (await server.about(subject)).filter(({ run }) => !seen.has(run));
    for (const { run } of runs) {
      seen.add(run);
      try {
        erased.push(await server.erase(run, askedOf(options)));
      } catch (cause) {
        if (!(cause instanceof CliError) || !['run_held', 'not_sealed', 'run_pruned'].includes(cause.code)) throw cause;
        // Nothing is left of a run that was removed meanwhile.
        if (cause.code !== 'run_pruned') left.push({ run, code: cause.code, message: cause.message });
      }
    }
    more = runs.length > 0;
  }
  const count = erased.reduce((sum, one) => sum + one.erased, 0);
  return {
    exitCode: left.length === 0 ? EXIT.ok : EXIT.failed,
    document: { subject, erased, left },
    screen: [
      [`${countOf(count, 'content')} in ${countOf(erased.length, 'run')} erased for ever.`],
      ...left.map(({ run, code, message }) => [
        { text: 'Left: ', tone: 'bad' as const },
        `${run}: ${message} (${code})`,
      ]),
      [{ text: STAYS, tone: 'dim' }],
    ],
  };
}
