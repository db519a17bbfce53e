import type { Command, Option } from 'commander';
import type { Io } from './io.ts';
import { buildProgram } from './program.ts';
import { problemOf, problemText } from './render/problem.ts';

const NOWHERE: Io = {
  stdout: { write: () => true },
  stderr: { write: () => true },
  env: {},
  signal: new AbortController().signal,
};

const everyOption = (command: Command, path = ''): [string, Option][] => [
  ...command.options.map((option): [string, Option] => [`${path}${command.name()} ${option.long ?? ''}`, option]),
  ...command.commands.flatMap((inner) => everyOption(inner, `${path}${command.name()} `)),
];

/** Those that say whom to trust; `--key` of a witness and of a signer is their own. */
const KEYRINGS = everyOption(buildProgram(NOWHERE, false, () => undefined)).filter(
  ([, { long, description }]) => /^--keys?$/.test(long ?? '') && description.includes('trust'),
);

it('has commands that are told which keys to trust', () => {
  expect(KEYRINGS.length).toBeGreaterThan(7);
});

it.each(KEYRINGS)('%s counts as often as it is given: one passed over may hold a mark', (_, option) => {
  const parse = option.parseArg as ((value: string, before: readonly string[]) => unknown) | undefined;
  expect(parse?.('b', ['a'])).toEqual(['a', 'b']);
});

const SINGLE = everyOption(buildProgram(NOWHERE, false, () => undefined)).filter(
  ([, option]) => !option.isBoolean() && !option.negate && !/may be repeated|once for each/.test(option.description),
);
const policies = SINGLE.filter(([, { long }]) => long === '--policy');

it('has policies that count once', () => {
  expect(policies.map(([where]) => where)).toEqual([
    'runseal verify --policy',
    'runseal archive sync --policy',
    'runseal archive check --policy',
    'runseal ledger check --policy',
  ]);
});

it.each(SINGLE)(
  '%s is refused where it is given twice: the first one would count for nothing',
  async (where, { long, argChoices }) => {
    const [, ...words] = where.split(' ');
    const given = [long ?? '', argChoices?.[0] ?? '1'];
    const argv = [...words.slice(0, -1), ...given, ...given];
    const program = buildProgram(NOWHERE, false, () => undefined);
    await expect(program.parseAsync(argv, { from: 'user' })).rejects.toMatchObject({ code: 'usage', exitCode: 2 });
  },
);

const leaves = (command: Command, path: readonly string[] = []): [string, Command][] =>
  command.commands.length === 0
    ? [[path.join(' '), command]]
    : command.commands.flatMap((inner) => leaves(inner, [...path, inner.name()]));

const COMMANDS = leaves(buildProgram(NOWHERE, false, () => undefined));

it.each(COMMANDS)('%s shows an example, and which of its options have to be given', (_, command) => {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  expect(help).toMatch(/\nExamples?:\n {2}runseal /);
  const told = help.match(/\(has\s+to\s+be\s+given\)/g) ?? [];
  expect(told).toHaveLength(command.options.filter(({ mandatory }) => mandatory).length);
});

it('sorts what it can do under headings, none of it left over', () => {
  let help = '';
  buildProgram(NOWHERE, false, () => undefined)
    .configureOutput({ writeOut: (text) => (help += text) })
    .outputHelp();
  expect(help).toContain('\nEvidence:\n  export');
  const under = /\nCommands:\n([\s\S]*?)\n\n/.exec(help)?.[1] ?? '';
  expect(under).toMatch(/^ {2}help \[command\] [^\n]*$/);
});

it('sends whoever gave a command the wrong words to the help of that command', async () => {
  const program = buildProgram(NOWHERE, false, () => undefined);
  const problem = await program.parseAsync(['keys', 'mark'], { from: 'user' }).then(() => null, problemOf);
  expect(problemText(problem!, false)).toContain('Run `runseal keys mark --help`');
});
