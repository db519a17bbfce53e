import { z } from 'zod';
import type { Tool } from '../tool.ts';
import { namesInPatch } from './names.ts';
import { applyChanges } from './workspace/apply-changes.ts';
import { boundedWork } from './workspace/bounded-work.ts';
import { oneAtATime } from './workspace/one-at-a-time.ts';
import { onOneLine } from './workspace/paths.ts';
import { readPatch } from './workspace/read-patch.ts';
import type { Change } from './workspace/read-patch.ts';

const DEADLINE_MS = 5000;
/** Looking at a patch ends by its deadline. */
const NEVER = new AbortController().signal;
const MAX_PATCH_CHARACTERS = 1024 * 1024;

const schema = z.strictObject({
  patch: z
    .string()
    .min(1)
    .max(MAX_PATCH_CHARACTERS)
    .describe(
      'Unified diff ("--- a/file", "+++ b/file", "@@"); /dev/null on one side makes or removes a file. No renames, modes or binary parts.',
    ),
});

export const workspacePatch: Tool<typeof schema> = {
  name: 'workspace_patch',
  description:
    'Applies a unified diff to text files of the workspace: every hunk of every file, or nothing. Lines must match exactly; line numbers may be off.',
  schema,
  readOnly: false,
  runsPrograms: false,
  scope: ({ patch }) => namesInPatch(patch).slice(0, 16).join(', '),
  touchable: ['paths'],
  async touches({ patch }) {
    const work = boundedWork({ deadlineMs: DEADLINE_MS, signal: NEVER, advice: 'Send smaller hunks.' });
    try {
      return { paths: (await readPatch(patch, work)).map(({ path }) => ({ path, below: false })) };
    } finally {
      await work.close();
    }
  },
  async run({ patch }, { workspace, signal }) {
    const work = boundedWork({
      deadlineMs: DEADLINE_MS,
      signal,
      advice: 'Send smaller hunks with correct line numbers.',
    });
    try {
      const changes = await readPatch(patch, work);
      await oneAtATime(workspace, () => applyChanges(workspace, changes, work, signal));
      return { text: `Applied: ${changes.map(said).join(', ')}.` };
    } finally {
      await work.close();
    }
  },
};

const PAST = { create: 'made', remove: 'removed', edit: 'changed' } as const;

function said({ path, kind }: Change): string {
  return `${PAST[kind]} ${onOneLine(path)}`;
}
