import { z } from 'zod';
import type { Tool, ToolContext } from '../tool.ts';
import { boundedWork } from './workspace/bounded-work.ts';
import type { BoundedWork } from './workspace/bounded-work.ts';
import { asActionError } from './workspace/file-errors.ts';
import { Folder } from './workspace/folder.ts';
import { boundLines } from './workspace/lines.ts';
import { onOneLine } from './workspace/paths.ts';
import { readRegularFile, tryTextOf } from './workspace/read-file.ts';
import { walk } from './workspace/walk.ts';
import type { Visit, WalkReport } from './workspace/walk.ts';

const MAX_DEPTH = 32;
const MAX_FILES = 20_000;
/** Larger files are left out, and counted. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
const DEADLINE_MS = 5000;
const MAX_LINE = 400;
const SKIPPED_FOLDERS = new Set(['.git']);

const schema = z
  .strictObject({
    pattern: z.string().min(1).max(1000).describe('What to look for within single lines.'),
    mode: z.enum(['literal', 'regex']).default('literal').describe('literal text, or a JavaScript regular expression.'),
    case: z.enum(['sensitive', 'insensitive']).default('sensitive'),
    path: z.string().max(1024).default('.').describe('Folder to search below, relative to the workspace.'),
    glob: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Only files whose path from the workspace matches, e.g. "src/**/*.ts".'),
    limit: z.int().min(1).max(1000).default(100).describe('Most matching lines to answer.'),
  })
  .refine(({ mode, pattern }) => mode === 'literal' || compiles(pattern), {
    path: ['pattern'],
    error: 'is not a JavaScript regular expression (flag u)',
  });
type Arguments = z.output<typeof schema>;

export const workspaceSearch: Tool<typeof schema> = {
  name: 'workspace_search',
  description:
    'Finds lines in text files of the workspace, answered as path:line: text. Leaves out .git, links, binary files and files over 2 MiB.',
  schema,
  readOnly: true,
  runsPrograms: false,
  // What is looked for is text, and may be about somebody.
  scope: ({ path }) => path,
  touchable: ['paths'],
  touches: ({ path }) => ({ paths: [{ path, below: true }] }),
  async run(args, context) {
    const work = needsWorker(args)
      ? boundedWork({
          deadlineMs: DEADLINE_MS,
          signal: context.signal,
          advice: 'Use a simpler pattern, or mode "literal".',
        })
      : null;
    try {
      return await search(args, context, work);
    } finally {
      await work?.close();
    }
  },
};

async function search(args: Arguments, { workspace, maxOutputBytes, signal }: ToolContext, work: BoundedWork | null) {
  const report: WalkReport = { cut: 0, unreadable: 0 };
  const lines: string[] = [];
  let [skipped, seen, more] = [0, 0, 0];
  const folder = await Folder.at(workspace, args.path);
  try {
    for await (const visit of walk(folder, { depth: MAX_DEPTH, signal, skip: SKIPPED_FOLDERS }, report)) {
      if (visit.kind !== 'file' || !(await chosen(visit, args, work))) continue;
      seen += 1;
      if (seen > MAX_FILES) break;
      const text = await readText(visit);
      if (text === null) skipped += 1;
      else
        for (const found of await matches(text, args, work, args.limit + 1)) {
          if (lines.length < args.limit) lines.push(`${onOneLine(visit.path)}:${found.line}: ${clipLine(found.text)}`);
          else more += 1;
        }
      if (more > 0) break;
    }
  } catch (error) {
    throw asActionError(error, args.path);
  } finally {
    await folder.close();
  }
  const notes = [
    skipped > 0 ? `${skipped} binary, large or unreadable files were left out` : '',
    seen > MAX_FILES ? `only the first ${MAX_FILES} files were searched` : '',
  ];
  return boundLines(lines, maxOutputBytes, {
    empty: '[no line matches]',
    unit: 'matches',
    more,
    note: notes.filter(Boolean).join('; '),
  });
}

function needsWorker({ mode, glob }: Arguments): boolean {
  return mode === 'regex' || glob !== undefined;
}

async function chosen({ path }: Visit, { glob }: Arguments, work: BoundedWork | null): Promise<boolean> {
  return (
    glob === undefined || work === null || (await work.ask<'glob'>({ kind: 'glob', glob, paths: [path] })).length === 1
  );
}

async function readText({ folder, name }: Visit): Promise<string | null> {
  const file = await readRegularFile(folder, name, MAX_FILE_BYTES).catch(() => null);
  return file === null ? null : tryTextOf(file.bytes);
}

async function matches(text: string, args: Arguments, work: BoundedWork | null, limit: number) {
  if (args.mode === 'regex' && work !== null)
    return work.ask<'regex'>({
      kind: 'regex',
      pattern: args.pattern,
      flags: args.case === 'insensitive' ? 'ui' : 'u',
      text,
      limit,
    });
  const fold = (line: string): string => (args.case === 'insensitive' ? line.toLowerCase() : line);
  const wanted = fold(args.pattern);
  return text
    .split('\n')
    .map((line, i) => ({ line: i + 1, text: line }))
    .filter(({ text: line }) => fold(line).includes(wanted))
    .slice(0, limit);
}

function clipLine(line: string): string {
  const plain = line.replace(/\r$/, '');
  return plain.length <= MAX_LINE ? plain : `${plain.slice(0, MAX_LINE).toWellFormed()}…`;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}
