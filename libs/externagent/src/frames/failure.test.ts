import { isTerminal } from './failure.ts';

it.each([
  ['The model `gpt-0` does not exist or you do not have access to it.', true],
  ['MODEL x DOES NOT EXIST', true],
  ['It does not exist: that model', false],
  ['model\nIt does not exist', false],
  ['remodel does not exist', false],
  ['unexpected status 401 Unauthorized', true],
  ['Reconnecting... 2/5', false],
])('%j is terminal: %s', (message, terminal) => expect(isTerminal(message)).toBe(terminal));

it.each(['model ', 'error ', 'status: 40', 'invalid api ', 'does not ', 'model\n', 'quota_', '\t '])(
  'a megabyte of %j is read in a moment: others run meanwhile',
  (words) => {
    const since = performance.now();
    expect(isTerminal(words.repeat(Math.ceil((1024 * 1024) / words.length)))).toBe(false);
    expect(performance.now() - since).toBeLessThan(1000);
  },
);
