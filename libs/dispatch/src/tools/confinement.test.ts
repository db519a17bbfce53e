/** Every tool that takes a path, against every way out that a workspace can hold. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { Tool } from '../tool.ts';
import { testWorkspace } from '../testing/workspace.ts';
import type { TestWorkspace } from '../testing/workspace.ts';
import { workspaceTools } from './workspace-tools.ts';

const edit = (file: string): string => `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-secret\n+taken\n`;
const make = (file: string): string => `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+taken\n`;

/** How each tool is asked to touch a path. */
const ASKED: readonly (readonly [string, (file: string) => object])[] = [
  ['workspace_read', (file) => ({ path: file })],
  ['workspace_list', (file) => ({ path: file })],
  ['workspace_search', (file) => ({ pattern: 'secret', path: file })],
  ['workspace_write', (file) => ({ path: file, content: 'taken' })],
  ['workspace_patch', (file) => ({ patch: edit(file) })],
  ['workspace_patch', (file) => ({ patch: make(file) })],
  ['run_command', (file) => ({ argv: ['true'], folder: file })],
];

/** The code a tool fails with, or what it answered. */
async function ask(name: string, args: object, workspace: TestWorkspace): Promise<string> {
  const tool = workspaceTools().find((candidate) => candidate.name === name) as Tool;
  try {
    return (await tool.run(tool.schema.parse(args), workspace.context)).text;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    // What the caller wrote may be repeated to it; nothing else of the host may be named.
    if (!JSON.stringify(args).includes(workspace.outside)) expect(message).not.toContain(path.dirname(workspace.path));
    return code;
  }
}

function outsideIsUntouched(workspace: TestWorkspace): void {
  expect(fs.readdirSync(workspace.outside)).toEqual(['secret.txt']);
  expect(fs.readFileSync(path.join(workspace.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
}

function withSecret(): TestWorkspace {
  const workspace = testWorkspace();
  fs.writeFileSync(path.join(workspace.outside, 'secret.txt'), 'secret\n');
  return workspace;
}

describe.each(ASKED)('%s', (name, args) => {
  test('refuses paths that lead upwards or are absolute', async () => {
    using workspace = withSecret();
    for (const file of ['../outside/secret.txt', 'a/../../outside/secret.txt', `${workspace.outside}/secret.txt`])
      expect(['path_escapes', 'patch_rejected']).toContain(await ask(name, args(file), workspace));
    outsideIsUntouched(workspace);
  });

  test('does not follow a link to a file or a folder outside, at the end or on the way', async () => {
    using workspace = withSecret();
    fs.symlinkSync(path.join(workspace.outside, 'secret.txt'), path.join(workspace.path, 'file'));
    fs.symlinkSync(workspace.outside, path.join(workspace.path, 'folder'));
    fs.symlinkSync('folder', path.join(workspace.path, 'link-to-link'));
    for (const file of ['file', 'folder', 'folder/secret.txt', 'link-to-link/secret.txt', 'folder/new/deep.txt']) {
      const answer = await ask(name, args(file), workspace);
      expect([file, answer]).toEqual([file, expect.stringMatching(/^(path_escapes|not_a_directory|not_a_file)$/)]);
    }
    outsideIsUntouched(workspace);
  });

  test('does not touch named pipes and does not wait for them', async () => {
    using workspace = withSecret();
    execFileSync('mkfifo', [path.join(workspace.path, 'pipe')]);
    expect(['not_a_file', 'not_a_directory']).toContain(await ask(name, args('pipe'), workspace));
    expect(fs.lstatSync(path.join(workspace.path, 'pipe')).isFIFO()).toBe(true);
  });
});

test('searching and listing everything shows no line from outside', async () => {
  using workspace = withSecret();
  fs.symlinkSync(workspace.outside, path.join(workspace.path, 'folder'));
  fs.symlinkSync(path.join(workspace.outside, 'secret.txt'), path.join(workspace.path, 'file'));
  expect(await ask('workspace_search', { pattern: 'secret' }, workspace)).toBe('[no line matches]');
  expect(await ask('workspace_list', { depth: 5 }, workspace)).toBe(
    'file (symbolic link, not followed)\nfolder (symbolic link, not followed)',
  );
});

test('a folder that is swapped for a link again and again never lets a write or a read out', async () => {
  using workspace = withSecret();
  const at = (name: string): string => path.join(workspace.path, name);
  fs.mkdirSync(at('real'));
  fs.writeFileSync(at('real/secret.txt'), 'inside\n');
  fs.symlinkSync(workspace.outside, at('link'));
  fs.renameSync(at('real'), at('door'));
  let swapping = true;
  /** In the moment without a door a write may make one of its own, so the place is cleared until the move succeeds. */
  const putUp = (name: string): void => {
    for (let moved = false; !moved;) {
      fs.rmSync(at('door'), { recursive: true, force: true });
      try {
        fs.renameSync(at(name), at('door'));
        moved = true;
      } catch {
        // Once more.
      }
    }
  };
  const swap = (async () => {
    while (swapping) {
      fs.renameSync(at('door'), at('real'));
      putUp('link');
      await new Promise(setImmediate);
      fs.renameSync(at('door'), at('link'));
      putUp('real');
      await new Promise(setImmediate);
    }
  })();
  const answers = [];
  for (let i = 0; i < 300; i += 1) {
    answers.push(await ask('workspace_read', { path: 'door/secret.txt' }, workspace));
    answers.push(await ask('workspace_write', { path: 'door/written.txt', content: 'taken' }, workspace));
  }
  swapping = false;
  await swap;
  expect(answers).not.toContain('secret\n');
  expect(answers).toContain('inside\n');
  outsideIsUntouched(workspace);
});

const part = fc.constantFrom(
  '..',
  '.',
  '',
  'folder',
  'file',
  'plain',
  'secret.txt',
  'new',
  '~',
  '\\',
  '%2e%2e',
  'folder/..',
  '\0',
);

test('no path of any make reads or writes outside, by any tool', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...ASKED.slice(0, 6)),
      fc.boolean(),
      async (parts, [name, args], absolute) => {
        using workspace = withSecret();
        fs.symlinkSync(workspace.outside, path.join(workspace.path, 'folder'));
        fs.symlinkSync(path.join(workspace.outside, 'secret.txt'), path.join(workspace.path, 'file'));
        fs.mkdirSync(path.join(workspace.path, 'plain'));
        const file = (absolute ? `${workspace.outside}/` : '') + parts.join('/');
        const answer = file === '' ? '' : await ask(name, args(file), workspace);
        if (name !== 'workspace_write' && name !== 'workspace_patch') expect(answer).not.toContain('secret\n');
        outsideIsUntouched(workspace);
      },
    ),
    { numRuns: 90 },
  );
});
