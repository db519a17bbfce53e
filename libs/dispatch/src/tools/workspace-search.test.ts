import { testWorkspace } from '../testing/workspace.ts';
import type { TestWorkspace } from '../testing/workspace.ts';
import { workspaceSearch } from './workspace-search.ts';

const search = (workspace: TestWorkspace, args: object) =>
  workspaceSearch.run(workspaceSearch.schema.parse(args), workspace.context);

function withFiles(): TestWorkspace {
  const workspace = testWorkspace();
  workspace.write('src/a.ts', 'const one = 1;\nconst two = one + 1;\r\n');
  workspace.write('src/deep/b.ts', 'ONE\n');
  workspace.write('readme.md', 'one (1)\n');
  workspace.write('.git/config', 'one\n');
  workspace.write('binary', Buffer.from('one\0'));
  return workspace;
}

test('literal text is found with path, line and text; what was left out is counted', async () => {
  using workspace = withFiles();
  expect((await search(workspace, { pattern: 'one' })).text).toBe(
    'readme.md:1: one (1)\nsrc/a.ts:1: const one = 1;\nsrc/a.ts:2: const two = one + 1;\n[1 binary, large or unreadable files were left out]',
  );
});

test('literal text is literal', async () => {
  using workspace = withFiles();
  expect((await search(workspace, { pattern: '(1)' })).text).toContain('readme.md:1');
});

test('a regular expression, the case and a glob narrow or widen', async () => {
  using workspace = withFiles();
  expect((await search(workspace, { pattern: '^const \\w+ =', mode: 'regex', glob: 'src/*.ts' })).text).toBe(
    'src/a.ts:1: const one = 1;\nsrc/a.ts:2: const two = one + 1;',
  );
  expect((await search(workspace, { pattern: 'one', case: 'insensitive', glob: '**/b.ts' })).text).toBe(
    'src/deep/b.ts:1: ONE',
  );
  expect((await search(workspace, { pattern: '^one$', mode: 'regex', case: 'insensitive', path: 'src' })).text).toBe(
    'src/deep/b.ts:1: ONE',
  );
});

test('nothing found is said', async () => {
  using workspace = testWorkspace();
  expect(await search(workspace, { pattern: 'x' })).toEqual({ text: '[no line matches]' });
});

test('the limit cuts and says so, and long lines are clipped', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', `${'x'.repeat(2000)}\n`.repeat(50));
  const result = await search(workspace, { pattern: 'x', limit: 3 });
  const lines = result.text.split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]!.length).toBeLessThan(500);
  expect(result.truncated).toBe(true);
});

test('a regular expression that is none is refused by the schema', () => {
  expect(workspaceSearch.schema.safeParse({ pattern: '(', mode: 'regex' }).success).toBe(false);
  expect(workspaceSearch.schema.safeParse({ pattern: '(' }).success).toBe(true);
});

test.each([
  ['a pattern', { pattern: '^(a+)+$', mode: 'regex' }],
  ['a glob', { pattern: 'a', glob: '*a'.repeat(100) + '*b' }],
])(
  '%s that takes for ever is stopped, and nothing else waits for it',
  async (_, args) => {
    using workspace = testWorkspace();
    workspace.write('a'.repeat(200), `${'a'.repeat(60)}!\n`);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 50);
    await expect(search(workspace, args)).rejects.toMatchObject({ code: 'timed_out' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(50);
  },
  30_000,
);

test('a search that is cancelled ends at once', async () => {
  const controller = new AbortController();
  using workspace = testWorkspace({ signal: controller.signal });
  workspace.write('a.txt', `${'a'.repeat(60)}!\n`);
  const searching = search(workspace, { pattern: '^(a+)+$', mode: 'regex' });
  setTimeout(() => controller.abort(new Error('stop')), 200);
  await expect(searching).rejects.toMatchObject({ code: 'cancelled' });
});
