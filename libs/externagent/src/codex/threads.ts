import { join } from 'node:path';

/** Where codex keeps its conversations, in the codex home of an episode. */
export const codexThreads = (home: string): string => join(home, 'codex', 'sessions');
