/** Where Gemini CLI keeps a conversation. */
import { join } from 'node:path';
import type { ThreadSupport } from '../../adapter.ts';

/** What it would derive from the folder it works in, and no other episode has that. */
const PROJECT = 'episode';

/** Text of its list of projects: each folder it works in has a short name, under which it keeps what was said there. */
export const projectsText = (home: string): string => JSON.stringify({ projects: { [home]: PROJECT } });

/** What it reports when it goes on with a conversation is of the episode alone. */
export const GEMINI_THREADS = {
  folder: (home: string) => join(home, '.gemini', 'tmp', PROJECT, 'chats'),
  counts: 'episode',
} satisfies ThreadSupport;
