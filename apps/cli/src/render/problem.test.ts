import { CommanderError } from 'commander';
import { CliError, EXIT } from '../errors.ts';
import { problemOf, problemText } from './problem.ts';

const text = (message: string, ...fields: { path: string; message: string }[]): string =>
  problemText(problemOf(new CliError('request_invalid', message, { exitCode: EXIT.usage, fields })), false);

it('names each wrong field in a line of its own, but for one that is named already', () => {
  const [state, limit] = [
    { path: 'state', message: 'is unknown' },
    { path: 'limit', message: 'is 0' },
  ];
  expect(text('state: is unknown', state)).toBe('runseal: state: is unknown (request_invalid)\n');
  expect(text('2 fields are wrong', state, limit)).toBe(
    'runseal: 2 fields are wrong (request_invalid)\n  state: is unknown\n  limit: is 0\n',
  );
});

test('a word that is nearly a command is told in one line, with the one that may be meant', () => {
  const cause = new CommanderError(
    1,
    'commander.unknownCommand',
    "error: unknown command 'verfy'\n(Did you mean verify?)",
  );
  expect(problemText(problemOf(cause), false)).toMatch(
    /^runseal: unknown command 'verfy' \(Did you mean verify\?\)\. \(usage\)\n/,
  );
});
