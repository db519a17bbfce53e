import { codexAppAdapter } from '@runseal/externagent';
import type { CliUnderTest } from '../episode.ts';
import { CODEX } from './codex.ts';

/** One for all episodes of a file, as a worker has it: a binary that passed is not examined again. */
const adapter = codexAppAdapter();

export const CODEX_APP: CliUnderTest = { ...CODEX, adapter: () => adapter };
