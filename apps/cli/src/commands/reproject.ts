import { readRunOrFile } from '../reread-run.ts';
import { adapterNamed, reproject, type Difference, type Reading } from '@runseal/externagent/evidence';
import { CliError, EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import type { Block, Span } from '../render/screen.ts';

interface Options {
  readonly content?: string;
}

/** `runseal reproject RUN|FILE`: what today's parser reads in the lines that were kept, beside what was recorded. */
export function registerReproject({ program, act }: Registrar): void {
  program
    .command('reproject')
    .description(
      "read a run's kept lines again with this version's parser, and show what would be recorded differently",
    )
    .argument('<run>', 'a run id, or a record file')
    .option('--content <file>', 'the exported content (default: the .content.jsonl file beside the record)')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal reproject 0197…\n  runseal reproject evidence/0197….provetrail --json' +
        '\n\nExit code 1 when something would be recorded differently. The record itself is never changed.',
    )
    .action(
      act<Options>(async ({ args: [name = ''], options }, context) => {
        const { harness, events, contents, from } = await readRunOrFile(name, options.content, context);
        const adapter = adapterNamed(harness);
        if (adapter === null)
          throw new CliError(
            'harness_unknown',
            `The run was driven by "${harness}", which prints no lines this version can read.`,
            {
              exitCode: EXIT.usage,
            },
          );
        const found = reproject(adapter, events, (commitment) => contents.get(commitment));
        const { frames, read, missing, differences, faults } = found;
        const unread = missing.length === 0 ? '' : `; the bytes of ${missing.length} are not at hand`;
        return {
          exitCode: differences.length > 0 ? EXIT.failed : EXIT.ok,
          document: { run: name, harness, adapterVersion: adapter.version, ...found },
          screen: [
            [`${read} of ${frames} lines of ${harness} were read again${unread}.`],
            [`Unread lines: ${said(faults.recorded)} on the record, ${said(faults.now)} now.`],
            differences.length === 0
              ? [{ text: 'Nothing would be recorded differently.', tone: 'good' }]
              : [{ text: `${differences.length} would be recorded differently.`, tone: 'warn' }],
            ...tableOf(differences),
            [{ text: UNVERIFIED[from], tone: 'dim' }],
          ],
        };
      }),
    );
}

const said = (faults: Readonly<Record<string, number>>): string =>
  Object.entries(faults)
    .map(([fault, count]) => `${count} ${fault}`)
    .join(', ') || 'none';

const UNVERIFIED = {
  file: 'Whether this record is the one that was signed was not looked at: runseal verify does that.',
  server: 'The server sent this record, and it was not verified: export it, and use runseal verify.',
} as const;

function tableOf(differences: readonly Difference[]): Block[] {
  if (differences.length === 0) return [];
  const rows = differences.map(({ seq, frame, recorded, now }): Span[] => [
    String(seq),
    String(frame),
    reading(recorded),
    now === null ? 'blank' : reading(now),
  ]);
  return [[], { head: ['seq', 'line', 'recorded', 'now'], rows }];
}

const reading = ({ kind, summary, words }: Reading): string =>
  `${kind} ${JSON.stringify(words === null ? summary : { ...summary, words })}`.slice(0, 200);
