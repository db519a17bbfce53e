import type { BinaryKind } from '../../binary/find.ts';

/** The npm platform package holds one executable; the package beside it is an installer. */
export const CLAUDE_BINARY: BinaryKind = {
  command: 'claude',
  variable: 'RUNSEAL_CLAUDE_BINARY',
  platformPackage: `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  within: () => Promise.resolve(['claude']),
};
