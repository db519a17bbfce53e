import { parseClaim, SpineError, type Answer, type Claim } from '@runseal/spine';
import { existsSync } from 'node:fs';
import { askFile } from '../ask-file.ts';
import { contentBeside } from '../files/contents.ts';
import { kindOf } from '../files/kind.ts';
import { readKeyring } from '../files/keyring.ts';
import { refuseMissing } from '../files/missing.ts';
import { CliError, EXIT, type ExitCode } from '../errors.ts';
import { recordOf, withOpened } from '../package/opened.ts';
import { collect } from './options.ts';
import type { Context } from '../context.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly key?: readonly string[];
  readonly keys?: readonly string[];
  readonly content?: string;
}

type Said = Pick<Answer, 'answer' | 'strength' | 'sentence' | 'events'> & {
  readonly blindSpots: readonly { readonly surface: string; readonly seq: number | null; readonly reason: string }[];
};

/** Like a shell's test: yes and no are answers, "cannot say" is neither. */
const EXITS: Readonly<Record<Answer['answer'], ExitCode>> = {
  yes: EXIT.ok,
  no_within_observed: EXIT.failed,
  cannot_say: EXIT.unprotected,
};

/** `runseal ask RUN|FILE QUESTION`: yes, no within what was observed, or cannot say. */
export function registerAsk({ program, act }: Registrar): void {
  program
    .command('ask')
    .description('ask a sealed run: yes (exit 0), no within what was observed (1), cannot say (3)')
    .argument(
      '<run>',
      'a record file or a package, judged offline with the keys you trust, or a run id, answered by the server',
    )
    .argument('<question>', 'e.g. "tool:workspace_write called with src/"')
    .option('--key <key>', 'for a file: trust this key (may be repeated)', collect)
    .option('--keys <file>', 'for a file: trust the keys in this keys.json (may be repeated)', collect)
    .option('--content <file>', 'for a file: its content (default: the .content.jsonl beside it)')
    .addHelpText(
      'after',
      '\nQuestions: tool:NAME called [with TEXT]; path:PATH touched; host:NAME reached; finished by itself' +
        "\n\nExamples:\n  runseal ask 0197… 'tool:web_fetch called'\n  runseal ask RUN.provetrail 'path:src/a.ts touched' --keys keys.json" +
        '\n\nA file whose integrity fails is not asked at all, and neither is a slice (exit 4).' +
        '\nWhat the server answers is its word; a file is judged here.',
    )
    .action(
      act<Options>(async ({ args: [run = '', question = ''], options }, context) => {
        const claim = claimOf(question);
        refuseMissing(run);
        const isFile = existsSync(run);
        const said = isFile
          ? await askedOf(run, claim, options, context)
          : await (await context.server()).ask(run, question);
        return {
          exitCode: EXITS[said.answer],
          document: { run, question, answeredBy: isFile ? 'file' : 'server', ...said },
          screen: [
            [said.answer.replaceAll('_', ' ').toUpperCase(), `: ${said.sentence}`],
            ...(said.events.length === 0 ? [] : [[`Events: ${said.events.join(', ')}`]]),
            ...said.blindSpots.map(({ surface, seq, reason }) => [
              `Not seen: ${surface}${seq === null ? '' : ` (event ${seq})`}: ${reason}`,
            ]),
            ...(isFile ? [] : [[{ text: SERVERS_WORD, tone: 'dim' as const }]]),
          ],
        };
      }),
    );
}

const SERVERS_WORD = 'So the server says; export the run and ask the file to take nobody at their word.';

const askedOf = (named: string, claim: Claim, { key = [], keys, content }: Options, { io }: Context): Promise<Said> =>
  withOpened(named, io.signal, async (opened) => {
    const file = await recordOf(opened);
    if ((await kindOf(file)) === 'slice')
      throw new CliError(
        'slice_not_asked',
        `${file} is a slice. A question is about a whole run: export the record, and ask that.`,
        { exitCode: EXIT.unreadable },
      );
    const keyring = await readKeyring({ key, keys });
    return askFile(file, claim, { keyring, content: content ?? contentBeside(file) });
  });

function claimOf(question: string): Claim {
  try {
    return parseClaim(question);
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError('claim_unreadable', cause.message, { exitCode: EXIT.usage, cause });
  }
}
