/** Tools whose end a test decides. */
import type { Tool } from '@runseal/dispatch';
import { z } from 'zod';

export interface Waiting {
  readonly tool: Tool;
  /** Resolves when the tool has been called `n` times. */
  called(n: number): Promise<void>;
  /** Lets every call that waits, or will, go on. */
  release(): void;
  /** Calls that saw their signal abort. */
  readonly aborted: number;
  /** Calls that were told that nobody waits for them any more. */
  readonly abandoned: number;
}

/** `test_wait {note}` answers its note once released, or fails when its signal aborts first. */
export function waitingTool(): Waiting {
  let open: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (open = resolve));
  let calls = 0;
  let aborted = 0;
  let abandonments = 0;
  const watchers: { n: number; tell: () => void }[] = [];
  const schema = z.strictObject({ note: z.string().default('') });
  const tool: Tool<typeof schema> = {
    name: 'test_wait',
    description: 'Waits.',
    schema,
    readOnly: true,
    runsPrograms: false,
    scope: ({ note }) => note,
    async run({ note }, { signal, abandoned }) {
      calls += 1;
      abandoned.addEventListener('abort', () => (abandonments += 1));
      for (const watcher of watchers) if (calls >= watcher.n) watcher.tell();
      await new Promise<void>((resolve, reject) => {
        void released.then(resolve);
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(new Error('aborted'));
        });
      });
      return { text: note };
    },
  };
  return {
    tool,
    called: (n) => new Promise((resolve) => (calls >= n ? resolve() : watchers.push({ n, tell: resolve }))),
    release: open,
    get aborted() {
      return aborted;
    },
    get abandoned() {
      return abandonments;
    },
  };
}

const echoSchema = z.strictObject({ text: z.string() });

/** `test_echo {text}` answers the text. */
export const echoTool: Tool<typeof echoSchema> = {
  name: 'test_echo',
  description: 'Echoes.',
  schema: echoSchema,
  readOnly: true,
  runsPrograms: false,
  scope: () => '',
  run: ({ text }) => Promise.resolve({ text }),
};
