import type { Command, Option } from 'commander';
import type { Io } from './io.ts';
import { buildProgram } from './program.ts';

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
    'runseal archive sync --policy',
    'runseal archive check --policy',
    'runseal verify --policy',
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
