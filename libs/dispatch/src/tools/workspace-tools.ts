import type { Tool } from '../tool.ts';
import type { Toolchain } from './command/toolchain.ts';
import { runCommand } from './run-command.ts';
import { workspaceList } from './workspace-list.ts';
import { workspacePatch } from './workspace-patch.ts';
import { workspaceRead } from './workspace-read.ts';
import { workspaceSearch } from './workspace-search.ts';
import { workspaceWrite } from './workspace-write.ts';

export interface WorkspaceToolsOptions {
  /** Programs `run_command` can use; default: the host's system folders and Node. */
  readonly toolchain?: Toolchain;
}

/** The tools of the house, all confined to the run's workspace. Which of them a run may use is its grant's business. */
export function workspaceTools(options: WorkspaceToolsOptions = {}): Tool[] {
  return [workspaceRead, workspaceList, workspaceSearch, workspaceWrite, workspacePatch, runCommand(options.toolchain)];
}
