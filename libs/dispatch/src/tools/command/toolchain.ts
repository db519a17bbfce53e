import fs from 'node:fs';
import type { Mount } from '../../containment/sandbox.ts';
import { systemMounts } from '../../containment/system-mounts.ts';

/** The programs a command can use: what is mounted beside the workspace, and where it is looked for. */
export interface Toolchain {
  readonly mounts: readonly Mount[];
  /** Folders as the command sees them, first wins. */
  readonly path: readonly string[];
}

const NODE_FOLDER = '/opt/node/bin';

/** The host's system folders, and the Node that runs this process, so that `node` is there wherever it was installed. */
export function toolchain(): Toolchain {
  return {
    mounts: [...systemMounts(), { kind: 'ro', host: fs.realpathSync(process.execPath), child: `${NODE_FOLDER}/node` }],
    path: [NODE_FOLDER, '/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'],
  };
}
