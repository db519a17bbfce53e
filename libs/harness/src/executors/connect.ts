/** One connection to an executor: one question, one answer. */
import { connect as connectTo, type Socket } from 'node:net';
import type { z } from 'zod';
import { HarnessError } from '../errors.ts';
import { carryLines, type Lines } from '../remote/lines.ts';
import { readStrictJsonBytes } from '../strict-json.ts';
import type { ToExecutor } from './wire.ts';

export interface Executor {
  /** Path of the unix socket. */
  readonly path: string;
  /** Name of the harness it is asked for. */
  readonly harness: string;
}

export type Connection = Lines<ToExecutor>;

/** Milliseconds for a connection to stand. */
const CONNECT_MS = 5000;

/** Throws HarnessError `executor_unreachable`. */
export async function connectExecutor({ path }: Pick<Executor, 'path'>): Promise<Connection> {
  const socket = connectTo({ path });
  try {
    await connected(socket);
  } catch (error) {
    socket.destroy();
    // Without its cause: a refused connection further down would be read as the database being away.
    const why = error instanceof Error ? error.message : String(error);
    throw new HarnessError('executor_unreachable', `No executor of host tools listens at ${path}: ${why}.`);
  }
  return carryLines(socket, 'The executor');
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no connection within ${CONNECT_MS} ms`)), CONNECT_MS);
    socket.once('error', (error: Error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve();
    });
  });
}

/**
 * The one line it answers with; null when it hung up, or was hung up on, before. Throws HarnessError `protocol_violation` for
 * a line that is not of this form.
 */
export async function answerOf<Form extends z.ZodType>(
  { lines }: Connection,
  form: Form,
): Promise<z.output<Form> | null> {
  const first = await lines.next();
  if (first.done === true) return null;
  const json = readStrictJsonBytes(first.value);
  const read = json.ok ? form.safeParse(json.value) : null;
  if (read?.success === true) return read.data;
  const issue = read?.error?.issues[0];
  const why = json.ok ? `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` : json.detail;
  throw new HarnessError('protocol_violation', `What the executor says cannot be read: ${why}`);
}
