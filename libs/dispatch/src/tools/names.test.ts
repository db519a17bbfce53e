import { actionName, namesInPatch, NO_NAME, plainName, programName, programOfLine } from './names.ts';

test.each([
  ['node', 'node'],
  ['/usr/bin/python3.12', 'python3.12'],
  ['g++', 'g++'],
  ['/home/Anna Muster/', ''],
  ['mail Anna Muster', ''],
  ['anna@example.org', ''],
  ['', ''],
])('the program of %j is %j', (command, name) => {
  expect(programName(command)).toBe(name);
});

test.each([
  ['touch /tmp/a && echo Anna', 'touch'],
  ["  /bin/bash -lc 'mail Anna'", 'bash'],
  ['"Anna Muster" --dead', ''],
  ['TOKEN=secret deploy', ''],
  ['(echo Anna)', ''],
  ['make', 'make'],
  ['', ''],
])('the line %j begins with the program %j', (line, name) => {
  expect(programOfLine(line)).toBe(name);
});

test('an action is a name or is not kept', () => {
  expect(['workspace_read', 'mcp__docs.find', 'Anna Muster', '', 'x'.repeat(129)].map(actionName)).toEqual([
    'workspace_read',
    'mcp__docs.find',
    NO_NAME,
    NO_NAME,
    NO_NAME,
  ]);
});

test('a name of a host tool has no blank, no line and no end that is far away', () => {
  expect(
    ['A-17', 'Zürich', 42, true, 'Anna Muster', 'a\nb', '', 'x'.repeat(65), null, {}, ['a']].map(plainName),
  ).toEqual(['A-17', 'Zürich', '42', 'true', null, null, null, null, null, null, null]);
});

describe('a patch', () => {
  const hunk = ['@@ -1,2 +1,2 @@', ' keep', '--- Patient: Anna', '+++ Patient: Bert'];

  test('is told by the files in its headers', () => {
    expect(
      namesInPatch(['--- a/src/x.sql', '+++ b/src/x.sql', ...hunk, '--- /dev/null', '+++ b/new'].join('\n')),
    ).toEqual(['src/x.sql', 'new']);
  });

  test('holds no name in its text, whatever that looks like', () => {
    expect(namesInPatch(['--- a/x', '+++ b/x', ...hunk, '@@ -9 +9 @@', '-a', '+b'].join('\r\n'))).toEqual(['x']);
  });

  test('is read no further than its headers can be told from its text', () => {
    const lying = ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-one', '+two', ' more', '--- Anna', '+++ Muster'];
    expect(namesInPatch(lying.join('\n'))).toEqual(['x']);
    expect(namesInPatch('Anna wrote:\n--- she said\nso it is')).toEqual([]);
  });
});
