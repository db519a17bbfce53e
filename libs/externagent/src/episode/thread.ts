/** The conversation an episode is a turn of: put where the CLI looks for it before, and kept, where it is to be, afterwards. */
import { HarnessError, type RunContext } from '@runseal/harness';
import type { Adapter, Episode, ThreadPlace, ThreadTeller } from '../adapter.ts';
import type { Redactor } from '../redact.ts';
import { demandProgram } from './launch.ts';
import type { Observation } from './observation.ts';
import type { Stop } from './stop.ts';
import { packThread, packTold, unpackThread, unpackTold } from './thread-files.ts';

export interface ThreadTurn {
  readonly adapter: Adapter;
  readonly context: RunContext;
  readonly home: string;
  readonly stop: Pick<Stop, 'signal'>;
}

export interface KeptThread {
  readonly id: string;
  /** null when nothing of it could be kept. */
  readonly state: Uint8Array | null;
}

/**
 * What an earlier run kept, for this one to go on with; undefined when the run wants neither. Throws HarnessError:
 * `harness_refused`, `harness_changed`, `thread_unusable`, `spawn_failed`.
 */
export async function layOutThread(turn: ThreadTurn): Promise<Episode['thread']> {
  const { adapter, context, home } = turn;
  const { threads } = adapter;
  const wish = context.thread;
  if (wish === undefined) return undefined;
  if (threads === undefined)
    throw new HarnessError('harness_refused', `${adapter.name} can neither keep a conversation nor go on with one.`);
  if (wish.resume === null) return { keep: wish.keep, resume: null };
  const { id, state } = wish.resume;
  if ('folder' in threads) await unpackThread(state, id, threads.folder(home));
  else {
    const told = unpackTold(state, id);
    await demandProgram(adapter, context);
    await threads.teller.learn(id, told, placeOf(turn));
  }
  return { keep: wish.keep, resume: id };
}

/**
 * Read only once the program is gone; null when nothing was to be kept. What holds a secret is not kept, nor is a
 * conversation among several, nor what the CLI would have to tell once its episode was stopped.
 */
export async function keptThread(
  turn: ThreadTurn,
  { sessions }: Pick<Observation, 'sessions'>,
  secrets: Redactor,
): Promise<KeptThread | null> {
  const { adapter, context, home } = turn;
  const { threads } = adapter;
  const [id, another] = [...sessions];
  if (context.thread?.keep !== true || id === undefined || threads === undefined) return null;
  if (another !== undefined || id !== (context.thread.resume?.id ?? id)) return null;
  if (secrets.finds(id)) return null;
  const holdsSecret = (bytes: Uint8Array) => secrets.bytes(bytes) !== bytes;
  if ('folder' in threads) return { id, state: await packThread(id, threads.folder(home), holdsSecret) };
  const told = turn.stop.signal.aborted ? null : await toldBy(turn, threads.teller, id);
  return { id, state: told === null ? null : packTold(id, told, holdsSecret) };
}

/** The episode is over and stands as it ended: a conversation that cannot be told is one that is not kept. */
async function toldBy(turn: ThreadTurn, teller: ThreadTeller, id: string): Promise<Uint8Array | null> {
  try {
    await demandProgram(turn.adapter, turn.context);
    return await teller.tell(id, placeOf(turn));
  } catch {
    return null;
  }
}

const placeOf = ({ context, home, stop }: ThreadTurn): ThreadPlace => ({
  ...{ home, scratch: context.scratch, sandbox: context.sandbox, env: context.env },
  signal: stop.signal,
});
