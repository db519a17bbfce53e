import type { BinaryKind } from '../../binary/find.ts';

/** The npm platform package holds one executable; the package beside it is an installer. */
export const OPENCODE_BINARY: BinaryKind = {
  command: 'opencode',
  variable: 'RUNSEAL_OPENCODE_BINARY',
  platformPackage: `opencode-${process.platform}-${process.arch}`,
  within: () => Promise.resolve(['bin/opencode']),
};
