/** Where codex is installed: its npm platform package keeps the binary in a vendor folder that it needs around it. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BinaryKind } from '../binary/find.ts';

export const CODEX_BINARY: BinaryKind = {
  command: 'codex',
  variable: 'RUNSEAL_CODEX_BINARY',
  platformPackage: `@openai/codex-${process.platform}-${process.arch}`,
  within: async (folder) =>
    (await readdir(join(folder, 'vendor'))).map((triple) => join('vendor', triple, 'bin', 'codex')),
  async rootOf(path) {
    const vendor = dirname(dirname(path));
    return dirname(path).endsWith('/bin') && (await isVendorFolder(vendor)) ? vendor : path;
  },
};

async function isVendorFolder(folder: string): Promise<boolean> {
  return stat(join(folder, 'codex-package.json')).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
