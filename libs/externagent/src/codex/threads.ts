import { join } from 'node:path';
import type { ThreadSupport } from '../adapter.ts';

/** Codex keeps its conversations in the codex home of an episode, and goes on counting where one stood. */
export const CODEX_THREADS: ThreadSupport = { folder: (home) => join(home, 'codex', 'sessions'), counts: 'thread' };
