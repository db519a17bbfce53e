import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processSandbox } from '../containment/process/process-sandbox.ts';
import type { ToolContext } from '../tool.ts';

export interface TestWorkspace extends Disposable {
  /** Real path of an empty folder. */
  readonly path: string;
  /** Real path of a folder beside it, where nothing of a run may arrive. */
  readonly outside: string;
  readonly context: ToolContext;
  write(file: string, content: string | Uint8Array): void;
  read(file: string): string;
  /** Every file and folder below the workspace, sorted. */
  tree(): string[];
}

/** A folder to try tools in; removed when the test leaves its scope. */
export function testWorkspace(context: Partial<ToolContext> = {}): TestWorkspace {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'runseal-test-')));
  const workspace = path.join(base, 'workspace');
  const outside = path.join(base, 'outside');
  for (const folder of [workspace, outside]) fs.mkdirSync(folder);
  return {
    path: workspace,
    outside,
    context: {
      workspace,
      sandbox: processSandbox(),
      floor: 'process',
      signal: new AbortController().signal,
      maxOutputBytes: 100_000,
      idempotencyKey: 'run/1',
      abandoned: new AbortController().signal,
      ...context,
    },
    write(file, content) {
      fs.mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
      fs.writeFileSync(path.join(workspace, file), content);
    },
    read: (file) => fs.readFileSync(path.join(workspace, file), 'utf8'),
    tree: () => fs.readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort(),
    [Symbol.dispose]: () => fs.rmSync(base, { recursive: true, force: true }),
  };
}
