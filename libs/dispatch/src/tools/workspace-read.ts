import { z } from 'zod';
import { boundText } from '../output.ts';
import type { Tool, ToolResult } from '../tool.ts';
import { inFolderOf } from './workspace/folder.ts';
import { readRegularFile, textOf } from './workspace/read-file.ts';

/** Largest file that is read, bytes. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Bytes kept free for the line that says what is missing. */
const CLOSING_ROOM = 120;

const schema = z.strictObject({
  path: z.string().min(1).max(1024).describe('File, relative to the workspace.'),
  offset: z.int().min(1).max(10_000_000).default(1).describe('First line to read, counted from 1.'),
  limit: z.int().min(1).max(100_000).default(2000).describe('Most lines to read.'),
});

export const workspaceRead: Tool<typeof schema> = {
  name: 'workspace_read',
  description:
    'Reads a text file of the workspace, up to 10 MiB, by lines. Says at the end when lines are missing and where to go on.',
  schema,
  readOnly: true,
  runsPrograms: false,
  scope: ({ path }) => path,
  touchable: ['paths'],
  touches: ({ path }) => ({ paths: [{ path, below: false }] }),
  async run({ path, offset, limit }, { workspace, maxOutputBytes }) {
    const { bytes } = await inFolderOf(workspace, path, (folder, name) =>
      readRegularFile(folder, name, MAX_FILE_BYTES),
    );
    return excerpt(linesOf(textOf(bytes, path)), offset, limit, maxOutputBytes);
  },
};

function excerpt(lines: readonly string[], offset: number, limit: number, maxBytes: number): ToolResult {
  const wanted = lines.slice(offset - 1, offset - 1 + limit);
  const fitting = wanted.slice(0, countFitting(wanted, maxBytes - CLOSING_ROOM));
  if (wanted.length > 0 && fitting.length === 0) return { ...boundText(wanted[0]!, maxBytes) };
  const last = offset - 1 + fitting.length;
  if (offset === 1 && last === lines.length) return { text: fitting.join('') };
  const rest = last < lines.length ? `; ${lines.length - last} lines are missing, go on with offset ${last + 1}` : '';
  const body = fitting.join('');
  const gap = body === '' || body.endsWith('\n') ? '' : '\n';
  return {
    text: `${body}${gap}[lines ${offset} to ${last} of ${lines.length}${rest}]`,
    truncated: last < lines.length,
  };
}

function countFitting(lines: readonly string[], maxBytes: number): number {
  let used = 0;
  const over = lines.findIndex((line) => (used += Buffer.byteLength(line)) > maxBytes);
  return over === -1 ? lines.length : over;
}

/** Lines with their LF; a text that ends with LF has no empty last line. */
function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  return lines.length === 1 && lines[0] === '' ? [] : lines;
}
