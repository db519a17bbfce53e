import { codexAppAdapter } from '@runseal/externagent';
import type { CliUnderTest } from '../episode.ts';
import { CODEX } from './codex.ts';

export const CODEX_APP: CliUnderTest = { ...CODEX, adapter: () => codexAppAdapter() };
