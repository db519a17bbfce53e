import { z } from 'zod';
import type { Tool } from '../tool.ts';
import { workspacePatch } from '../tools/workspace-patch.ts';
import { workspaceSearch } from '../tools/workspace-search.ts';
import { runCommand } from '../tools/run-command.ts';
import { outOfScope, scopeFault, unsupported } from './scope.ts';
import { floorOfTrust, strongest } from './trust-floor.ts';

const fetcher: Tool = {
  name: 'fetch',
  description: '',
  schema: z.any(),
  readOnly: true,
  runsPrograms: false,
  scope: () => '',
  touchable: ['hosts'],
  touches: (args) => ({ hosts: [(args as { host: string }).host] }),
  run: () => Promise.resolve({ text: '' }),
};

test.each([
  ['api.example.org', true],
  ['API.example.org', true],
  ['example.org', false],
  ['evil-example.org', false],
  ['api.example.org.evil.net', false],
  ['plain.net', true],
  ['Plain.NET', true],
  ['sub.plain.net', false],
  ['.example.org', false],
  ['..example.org', false],
  ['evil.net/.example.org', false],
  ['evil.net#.example.org', false],
  ['evil.net\0.example.org', false],
  ['evil.net:80@api.example.org', false],
])('the host %s is within .example.org and plain.net: %s', async (host, within) => {
  const found = await outOfScope([{ hosts: ['.example.org', 'plain.net'] }], fetcher, { host });
  expect(found === null).toBe(within);
});

test('a bound that nothing could keep to is a fault of the grant', () => {
  for (const host of ['example.org', '.example.org', 'a', '10.0.0.1']) expect(scopeFault({ hosts: [host] })).toBeNull();
  for (const host of ['', '.', 'Example.org', 'example.org/x', 'example.org.', '-a', '*.org', 'a b', 'a\n'])
    expect(scopeFault({ hosts: ['a', host] })).not.toBeNull();
});

test('a patch is out of bounds when one of its files is', async () => {
  const patch = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
  const bound = [{ paths: ['src/**'] }];
  const tool = workspacePatch as unknown as Tool;
  expect(await outOfScope(bound, tool, { patch: patch('src/a') })).toBeNull();
  expect(await outOfScope(bound, tool, { patch: patch('src/a') + patch('other') })).not.toBeNull();
  expect(await outOfScope(bound, tool, { patch: 'no patch at all' })).not.toBeNull();
});

test('a search that looks further than the grant is out of bounds', async () => {
  const bound = [{ paths: ['src/**'] }];
  const tool = workspaceSearch as unknown as Tool;
  expect(await outOfScope(bound, tool, { pattern: 'x', path: 'src/deep' })).toBeNull();
  expect(await outOfScope(bound, tool, { pattern: 'x', path: '.' })).not.toBeNull();
  expect(await outOfScope(bound, tool, { pattern: 'x', path: 'src/../secret' })).not.toBeNull();
  // The folder is within it, what is below is not.
  expect(await outOfScope([{ paths: ['src/*'] }], tool, { pattern: 'x', path: 'src/deep' })).not.toBeNull();
});

test('what is refused is said on one short line', async () => {
  const name = `${'a'.repeat(196)}\u{1f600}\n${'b'.repeat(9000)}`;
  for (const [bound, tool, args] of [
    [{ paths: ['src/**'] }, workspaceSearch as unknown as Tool, { pattern: 'x', path: name }],
    [{ hosts: ['plain.net'] }, fetcher, { host: name }],
  ] as const) {
    const said = await outOfScope([bound], tool, args);
    expect(said).toMatch(/^[\x20-\ufffd]{1,300}$/);
    expect(said?.isWellFormed()).toBe(true);
  }
});

test('each path is in one of the globs, each host one of those named, and the arguments keep to every schema', async () => {
  const patch = workspacePatch as unknown as Tool;
  const both = ['src/a', 'docs/b'].map((path) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`).join('');
  expect(await outOfScope([{ paths: ['src/**', 'docs/**'] }], patch, { patch: both })).toBeNull();
  expect(await outOfScope([{ paths: ['src/**'] }, { paths: ['docs/**'] }], patch, { patch: both })).not.toBeNull();

  const two: Tool = { ...fetcher, touches: () => ({ hosts: ['plain.net', 'other.net'] }) };
  expect(await outOfScope([{ hosts: ['plain.net', 'other.net'] }], two, {})).toBeNull();
  expect(await outOfScope([{ hosts: ['plain.net'] }], two, {})).not.toBeNull();

  const named = { properties: { host: { const: 'plain.net' } } };
  const short = { properties: { host: { maxLength: 1 } } };
  const asks = (...schemas: object[]) =>
    outOfScope(
      schemas.map((schema) => ({ arguments: schema })),
      fetcher,
      { host: 'plain.net' },
    );
  expect(await asks(named)).toBeNull();
  expect(await asks(short)).not.toBeNull();
  expect(await asks(named, short)).not.toBeNull();
});

test('what cannot be told cannot be bounded', async () => {
  const command = runCommand() as unknown as Tool;
  expect(unsupported({ paths: ['**'] }, command)).toBe('paths');
  expect(unsupported({ hosts: ['a'] }, command)).toBe('hosts');
  expect(unsupported({ arguments: {} }, command)).toBeNull();
  expect(await outOfScope([{ paths: ['**'] }], command, { argv: ['true'] })).not.toBeNull();
  const patch = workspacePatch as unknown as Tool;
  expect([unsupported({ paths: ['**'] }, patch), unsupported({ hosts: ['a'] }, patch)]).toEqual([null, 'hosts']);
  expect([unsupported({ hosts: ['a'] }, fetcher), unsupported({ paths: ['**'] }, fetcher)]).toEqual([null, 'paths']);
  // To name a kind is not to tell it.
  expect(unsupported({ hosts: ['a'] }, { touchable: ['hosts'] })).toBe('hosts');
  const mute: Tool = { ...fetcher, touches: () => ({ paths: [] }) };
  expect(await outOfScope([{ hosts: ['a'] }], mute, {})).not.toBeNull();
});

test('trust that is not declared needs the strongest walls', () => {
  expect([undefined, 'untrusted', 'semi_trusted', 'trusted'].map((trust) => floorOfTrust(trust as never))).toEqual([
    'microvm',
    'microvm',
    'kernel',
    'process',
  ]);
  expect(strongest(['process', 'container', 'kernel'])).toBe('container');
});
