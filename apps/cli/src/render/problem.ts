import { CommanderError } from 'commander';
import { CliError, EXIT, type ExitCode } from '../errors.ts';
import { renderScreen, type Block } from './screen.ts';

/** Words on the command line that do not fit, with the command they were given to. */
export class WrongUsage extends CommanderError {
  /** As it is called: `runseal keys mark`. */
  readonly command: string;

  constructor({ exitCode, code, message }: CommanderError, command: string) {
    super(exitCode, code, message);
    this.command = command;
  }
}

export interface Problem {
  readonly exitCode: ExitCode;
  /** The command whose help says what is right. */
  readonly command?: string;
  readonly document: {
    readonly code: string;
    readonly message: string;
    readonly fields?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** What went wrong, with its code and exit code. Anything not foreseen is `internal`, still with its sentence. */
export function problemOf(cause: unknown): Problem {
  if (cause instanceof CommanderError)
    return {
      exitCode: EXIT.usage,
      ...(cause instanceof WrongUsage ? { command: cause.command } : {}),
      document: { code: 'usage', message: usageSentence(cause) },
    };
  if (cause instanceof CliError) {
    const fields = cause.fields.length === 0 ? {} : { fields: cause.fields };
    return { exitCode: cause.exitCode, document: { code: cause.code, message: cause.message, ...fields } };
  }
  if (cause instanceof DOMException && cause.name === 'AbortError')
    return { exitCode: EXIT.unreadable, document: { code: 'interrupted', message: 'Stopped before it was done.' } };
  const message = cause instanceof Error ? cause.message : String(cause);
  return { exitCode: EXIT.unreadable, document: { code: codeOf(cause), message } };
}

/** One sentence, its code, and a line for each wrong field. */
export function problemText(problem: Problem, colour: boolean): string {
  const { code, message, fields = [] } = problem.document;
  const hint: Block[] = code === 'usage' ? [[hintFor(problem.command)]] : [];
  const lines: Block[] = [
    [{ text: 'runseal: ', tone: 'bad' }, message, { text: ` (${code})`, tone: 'dim' }],
    ...fields
      .map(({ path, message: said }) => `${path}: ${said}`)
      .flatMap((line): Block[] => (line === message ? [] : [[`  ${line}`]])),
    ...hint,
  ];
  return renderScreen(lines, colour);
}

const hintFor = (command = 'runseal'): string =>
  command === 'runseal'
    ? 'Run `runseal --help`, or a command with --help, for examples.'
    : `Run \`${command} --help\` for what it takes, and examples.`;

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'internal';
}

const usageSentence = (cause: CommanderError): string =>
  cause.code === 'commander.help'
    ? 'Name a command.'
    : cause.message
        .replace(/^error: /, '')
        .replaceAll('\n', ' ')
        .replace(/\.?$/, '.');
