import { join } from 'node:path';
import type { ThreadSupport } from '../../adapter.ts';

/**
 * Claude Code keeps a conversation under the name of the folder it works in, with everything but letters and digits written
 * as a dash: in an episode that is its home. What it reports when it goes on with one is of the episode alone.
 */
export const CLAUDE_THREADS = {
  folder: (home: string) => join(home, 'claude', 'projects', home.replaceAll(/[^a-zA-Z0-9]/g, '-')),
  counts: 'episode',
} satisfies ThreadSupport;
