import fs from 'node:fs';
import path from 'node:path';
import { bubblewrapSandbox } from '../containment/bubblewrap/bubblewrap-sandbox.ts';
import { holds } from '../containment/fixtures/where-it-holds.ts';
import { processSandbox } from '../containment/process/process-sandbox.ts';
import { testWorkspace } from '../testing/workspace.ts';
import type { TestWorkspace } from '../testing/workspace.ts';
import type { ToolContext } from '../tool.ts';
import { runCommand } from './run-command.ts';

const tool = runCommand();
const strong = bubblewrapSandbox();
const contained = (more: Partial<ToolContext> = {}): TestWorkspace =>
  testWorkspace({ sandbox: strong, floor: 'kernel', ...more });
const run = (workspace: TestWorkspace, args: object) => tool.run(tool.schema.parse(args), workspace.context);

(holds ? describe : describe.skip)('in the sandbox', () => {
  test('a program works in the workspace, and its output and exit code are answered', async () => {
    using workspace = contained();
    workspace.write('in.txt', 'hello\n');
    const result = await run(workspace, {
      argv: ['sh', '-c', 'cat in.txt; pwd; echo made > out.txt; echo problem >&2'],
    });
    expect(result).toEqual({ text: expect.stringMatching(/^hello\n\/workspace\n/) as string });
    expect(result.text).toContain('problem\n');
    expect(result.text).toMatch(/\n\[exit code 0\]$/);
    expect(workspace.read('out.txt')).toBe('made\n');
  });

  test('files that a program makes can be read and changed by the file tools, and the other way round', async () => {
    using workspace = contained();
    await run(workspace, { argv: ['sh', '-c', 'mkdir -m 700 d && echo x > d/f && chmod 600 d/f'] });
    expect(workspace.read('d/f')).toBe('x\n');
    fs.writeFileSync(path.join(workspace.path, 'd/f'), 'y\n');
    expect((await run(workspace, { argv: ['cat', 'd/f'] })).text).toBe('y\n[exit code 0]');
  });

  test('a non-zero exit is a result that says so', async () => {
    using workspace = contained();
    expect(await run(workspace, { argv: ['sh', '-c', 'echo no; exit 3'] })).toEqual({
      text: 'no\n[exit code 3]',
      isError: true,
      errorClass: 'exit_nonzero',
    });
  });

  test('no shell reads the arguments', async () => {
    using workspace = contained();
    expect((await run(workspace, { argv: ['echo', '$(id)', '; rm -rf /', '`x`', '*'] })).text).toBe(
      '$(id) ; rm -rf / `x` *\n[exit code 0]',
    );
  });

  test('arguments that look like options of the sandbox stay arguments', async () => {
    using workspace = contained();
    expect((await run(workspace, { argv: ['echo', '--bind', '/', '/', '--', '--share-net'] })).text).toBe(
      '--bind / / -- --share-net\n[exit code 0]',
    );
  });

  test('node is there, input is read, and the folder can be chosen', async () => {
    using workspace = contained();
    fs.mkdirSync(path.join(workspace.path, 'sub'));
    const result = await run(workspace, {
      argv: ['node', '-e', 'process.stdin.on("data", (c) => console.log(process.cwd() + " " + c))'],
      folder: 'sub',
      stdin: 'typed',
    });
    expect(result.text).toBe('/workspace/sub typed\n[exit code 0]');
  });

  test('a program of the workspace is run by its path', async () => {
    using workspace = contained();
    workspace.write('bin/tool.sh', '#!/bin/sh\necho ran\n');
    fs.chmodSync(path.join(workspace.path, 'bin/tool.sh'), 0o755);
    expect((await run(workspace, { argv: ['bin/tool.sh'] })).text).toBe('ran\n[exit code 0]');
    expect((await run(workspace, { argv: ['./tool.sh'], folder: 'bin' })).text).toBe('ran\n[exit code 0]');
  });

  test('long output keeps both ends within the bound and says what is missing', async () => {
    using workspace = contained({ maxOutputBytes: 2000 });
    const result = await run(workspace, { argv: ['sh', '-c', 'echo first; seq 1 100000; echo last'] });
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(2000);
    expect(result.truncated).toBe(true);
    expect(result.text).toMatch(/^first\n/);
    expect(result.text).toMatch(/bytes are missing here\]/);
    expect(result.text).toMatch(/last\n\[exit code 0\]$/);
  });

  test('a program that takes too long is stopped, and what it said is kept', async () => {
    using workspace = contained();
    const result = await run(workspace, { argv: ['sh', '-c', 'echo begun; exec sleep 1000'], timeout_ms: 300 });
    expect(result).toEqual({ text: 'begun\n[stopped after 300 ms]', isError: true, errorClass: 'timed_out' });
  });

  test('a cancelled program ends as cancelled', async () => {
    const controller = new AbortController();
    using workspace = contained({ signal: controller.signal });
    setTimeout(() => controller.abort(), 300);
    expect(await run(workspace, { argv: ['sleep', '1000'] })).toMatchObject({ isError: true, errorClass: 'cancelled' });
  });

  test.each([['there-is-none'], ['bin/none'], ['/usr/bin/none'], ['../../bin/sh-none'], ['']])(
    'a program %j that is not there is not_found',
    async (name) => {
      using workspace = contained();
      await expect(run(workspace, { argv: [name] })).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  test('a missing folder is not_found', async () => {
    using workspace = contained();
    await expect(run(workspace, { argv: ['true'], folder: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a program that does not read its input does not harm', async () => {
    using workspace = contained();
    expect((await run(workspace, { argv: ['true'], stdin: 'x'.repeat(1_000_000) })).text).toBe('[exit code 0]');
  });
});

test('without containment the same commands work where the floor allows it', async () => {
  using workspace = testWorkspace({ sandbox: processSandbox() });
  workspace.write('in.txt', 'hello\n');
  expect((await run(workspace, { argv: ['cat', 'in.txt'] })).text).toBe('hello\n[exit code 0]');
  expect((await run(workspace, { argv: ['node', '-e', 'console.log(process.cwd())'] })).text).toBe(
    `${workspace.path}\n[exit code 0]`,
  );
});
