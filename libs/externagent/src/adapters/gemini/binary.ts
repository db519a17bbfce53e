import { dirname } from 'node:path';
import type { BinaryKind } from '../../binary/find.ts';

/** One npm package for every platform: a bundle that Node runs. All of the bundle must be seen, it loads its parts late. */
export const GEMINI_BINARY: BinaryKind = {
  command: 'gemini',
  variable: 'RUNSEAL_GEMINI_BINARY',
  platformPackage: '@google/gemini-cli',
  nodeScript: true,
  within: () => Promise.resolve(['bundle/gemini.js']),
  rootOf: (path) => Promise.resolve(dirname(path)),
};
