import { z } from 'zod';
import type { Tool } from '../tool.ts';
import { inFolderOf } from './workspace/folder.ts';
import { oneAtATime } from './workspace/one-at-a-time.ts';
import { shown } from './workspace/paths.ts';
import { stageFile } from './workspace/stage-file.ts';

const schema = z.strictObject({
  path: z.string().min(1).max(1024).describe('File, relative to the workspace. Folders on the way are made.'),
  content: z
    .string()
    .max(4 * 1024 * 1024)
    .describe('The whole new content, as text.'),
});

export const workspaceWrite: Tool<typeof schema> = {
  name: 'workspace_write',
  description:
    'Writes a text file of the workspace, new or in place of the old one, in one step. Keeps the permissions of a file that was there.',
  schema,
  readOnly: false,
  runsPrograms: false,
  scope: ({ path }) => path,
  touchable: ['paths'],
  touches: ({ path }) => ({ paths: [{ path, below: false }] }),
  async run({ path, content }, { workspace, signal }) {
    const bytes = new TextEncoder().encode(content);
    await oneAtATime(workspace, () =>
      inFolderOf(
        workspace,
        path,
        async (folder, name) => {
          const staged = await stageFile(folder, name, bytes);
          try {
            signal.throwIfAborted();
            await staged.commit();
          } finally {
            await staged.discard();
          }
        },
        'create',
      ),
    );
    return { text: `Wrote ${bytes.length} bytes to ${shown(path)}.` };
  },
};
