import fs from 'node:fs/promises';
import { z } from 'zod';
import type { Tool } from '../tool.ts';
import { asActionError } from './workspace/file-errors.ts';
import { Folder } from './workspace/folder.ts';
import { boundLines } from './workspace/lines.ts';
import { onOneLine } from './workspace/paths.ts';
import { walk } from './workspace/walk.ts';
import type { Visit, WalkReport } from './workspace/walk.ts';

const schema = z.strictObject({
  path: z.string().max(1024).default('.').describe('Folder, relative to the workspace.'),
  depth: z.int().min(1).max(16).default(1).describe('How deep to go; 1 lists the folder alone.'),
  limit: z.int().min(1).max(5000).default(500).describe('Most entries to list.'),
});

export const workspaceList: Tool<typeof schema> = {
  name: 'workspace_list',
  description:
    'Lists a folder of the workspace, sorted, one entry a line: folders end with "/", files carry their size in bytes.',
  schema,
  readOnly: true,
  runsPrograms: false,
  scope: ({ path }) => path,
  touchable: ['paths'],
  touches: ({ path }) => ({ paths: [{ path, below: true }] }),
  async run({ path, depth, limit }, { workspace, maxOutputBytes, signal }) {
    const report: WalkReport = { cut: 0, unreadable: 0 };
    const folder = await Folder.at(workspace, path);
    const lines: string[] = [];
    let more = 0;
    try {
      for await (const visit of walk(folder, { depth, signal }, report)) {
        if (lines.length < limit) lines.push(await describe(visit));
        else more += 1;
        // Counting what is left out must not become a walk through everything.
        if (more > 10 * limit) break;
      }
    } catch (error) {
      throw asActionError(error, path);
    } finally {
      await folder.close();
    }
    return boundLines(lines, maxOutputBytes, {
      empty: '[the folder is empty]',
      unit: 'entries',
      more: more + report.cut,
      note: unreadable(report),
    });
  },
};

async function describe({ folder, name, path, kind }: Visit): Promise<string> {
  switch (kind) {
    case 'folder':
      return `${onOneLine(path)}/`;
    case 'link':
      return `${onOneLine(path)} (symbolic link, not followed)`;
    case 'special':
      return `${onOneLine(path)} (special file)`;
    case 'file': {
      const stats = await fs.lstat(folder.locate(name)).catch(() => null);
      return stats === null ? onOneLine(path) : `${onOneLine(path)} ${stats.size}`;
    }
  }
}

function unreadable({ unreadable }: WalkReport): string {
  return unreadable === 0 ? '' : `${unreadable} folders could not be read`;
}
