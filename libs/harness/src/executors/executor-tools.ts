/** What a program of the operator carries out for one remote harness, as tools of the waist. */
import type { Tool } from '@runseal/dispatch';
import { HarnessError } from '../errors.ts';
import { answerOf, connectExecutor, type Executor } from './connect.ts';
import { hostTool } from './host-tool.ts';
import { Described, EXECUTOR_PROTOCOL, type HostToolSpec } from './wire.ts';

/** Milliseconds for the whole question. */
const DESCRIBE_MS = 5000;

/**
 * Asks the executor once what it carries out. `ours` are names that mean something else here.
 * Throws HarnessError `executor_unreachable`, `executor_invalid`, `protocol_violation`; DispatchError `runseal.tool_invalid`.
 */
export async function executorTools(executor: Executor, ours: readonly string[] = []): Promise<readonly Tool[]> {
  const specs = await described(executor);
  const taken = specs.find(({ name }) => ours.includes(name));
  if (taken !== undefined)
    throw new HarnessError(
      'executor_invalid',
      `${taken.name} is an action of this program; a record could not tell the two apart. Give it another name.`,
    );
  return specs.map((spec) => hostTool(spec, executor));
}

async function described({ path, harness }: Executor): Promise<readonly HostToolSpec[]> {
  const connection = await connectExecutor({ path });
  const timer = setTimeout(() => connection.close(), DESCRIBE_MS);
  try {
    connection.send({ type: 'describe', protocol: EXECUTOR_PROTOCOL, harness });
    const answer = await answerOf(connection, Described);
    if (answer === null)
      throw new HarnessError(
        'executor_unreachable',
        `The executor at ${path} did not say what it carries out within ${DESCRIBE_MS} ms, or hung up.`,
      );
    if (answer.type === 'error') throw new HarnessError('executor_invalid', `The executor says: ${answer.message}`);
    return answer.tools;
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}
