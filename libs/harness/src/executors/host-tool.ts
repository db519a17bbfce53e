/** One action that the operator's executor carries out. The waist has admitted it and recorded its start before we ask. */
import {
  ActionError,
  argumentsBy,
  plainName,
  type ActionErrorCode,
  type Tool,
  type ToolResult,
} from '@runseal/dispatch';
import { HarnessError } from '../errors.ts';
import { answerOf, connectExecutor, type Connection, type Executor } from './connect.ts';
import { EXECUTOR_PROTOCOL, Result, type HostToolSpec, type ToExecutor } from './wire.ts';

/** Milliseconds an executor has to say how a call went once it was told to stop. */
const GRACE_MS = 2000;

type Context = Parameters<Tool['run']>[1];

export function hostTool(spec: HostToolSpec, executor: Executor): Tool {
  return {
    name: spec.name,
    description: spec.description,
    schema: argumentsBy(spec.arguments),
    readOnly: spec.read_only,
    runsPrograms: false,
    scope: (args) => scopeOf(args, spec.names),
    run: (args, context) =>
      carryOut(executor, callOf({ harness: executor.harness, name: spec.name }, args, context), context),
  };
}

function callOf(what: { harness: string; name: string }, args: unknown, context: Context): ToExecutor {
  const { idempotencyKey, decisions = [] } = context;
  return {
    type: 'call',
    protocol: EXECUTOR_PROTOCOL,
    ...what,
    arguments: args,
    idempotency_key: idempotencyKey,
    approved_by: decisions.map(({ principal, reason }) => ({ principal, reason })),
  };
}

/** Throws ActionError `executor_unreachable`: then nothing was asked. Whatever else goes wrong may have had its effect. */
async function carryOut(executor: Executor, call: ToExecutor, { signal }: Context): Promise<ToolResult> {
  const connection = await connectExecutor(executor).catch((cause: unknown) => {
    throw new ActionError('executor_unreachable', 'The executor of this action cannot be reached; nothing was done.', {
      cause,
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    connection.send({ type: 'cancel', reason: 'the call was stopped' });
    timer = setTimeout(() => connection.close(), GRACE_MS);
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    connection.send(call);
    return await told(connection, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
    connection.close();
  }
}

async function told(connection: Connection, signal: AbortSignal): Promise<ToolResult> {
  try {
    const answer = await answerOf(connection, Result);
    if (answer?.type === 'result')
      return { text: answer.text, ...(answer.failed && { isError: true, errorClass: 'executor_failed' as const }) };
    if (answer?.type === 'error') return failed('executor_failed', answer.message);
    if (signal.aborted)
      return unseen(codeOf(signal.reason), 'The action was stopped, and its executor did not answer.');
    return unseen('executor_lost', 'The executor hung up before it said how it went.');
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    // What it said may be quoted in the answer, which can be erased, and not in the gap, which cannot.
    return { ...unseen('executor_lost', 'What the executor said cannot be read.'), text: notKnown(error.message) };
  }
}

const failed = (errorClass: ActionErrorCode, text: string): ToolResult => ({ text, isError: true, errorClass });

const unseen = (errorClass: ActionErrorCode, why: string): ToolResult => ({
  ...failed(errorClass, notKnown(why)),
  unseen: notKnown(why),
});

const notKnown = (why: string): string => `${why} What it did is not known.`;

/** The waist stops an action with the reason it records. */
const codeOf = (reason: unknown): ActionErrorCode => (reason instanceof ActionError ? reason.code : 'cancelled');

/** The arguments the executor declares to be names, where they are: a scope stays in the record whatever is erased. */
function scopeOf(args: unknown, names: readonly string[]): string {
  const given = args as Readonly<Record<string, unknown>>;
  const said = names.flatMap((key) => (Object.hasOwn(given, key) ? (plainName(given[key]) ?? []) : []));
  return said.length === 0 ? '' : `host: ${said.join(', ')}`;
}
