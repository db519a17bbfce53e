/** Admission: may this call happen at all? Nothing here has an effect. */
import type { z } from 'zod';
import { atLeast } from '../containment/levels.ts';
import type { SandboxProbe } from '../containment/sandbox.ts';
import type { RejectionCode } from '../errors.ts';
import { outOfScope } from '../grant/scope.ts';
import type { ActionScope } from '../grant/scope.ts';
import { floorOfTrust, strongest } from '../grant/trust-floor.ts';
import type { Tool } from '../tool.ts';
import type { Call, WaistOptions } from '../waist.ts';
import { MAX_ARGUMENT_BYTES } from './arguments.ts';
import type { ReadArguments } from './arguments.ts';

export type Admission =
  | {
      readonly kind: 'admitted';
      readonly tool: Tool;
      readonly args: unknown;
      readonly bytes: Uint8Array;
      readonly containment: SandboxProbe['level'];
      /** Weakest level the call may run at; null when it runs no program. */
      readonly floor: SandboxProbe['level'] | null;
    }
  | {
      readonly kind: 'refused';
      readonly reason: RejectionCode;
      readonly detail: string;
      /** What was received; null when it is too large to keep. */
      readonly received: { readonly bytes: Uint8Array; readonly media: string } | null;
    };

/**
 * Grant, arguments, scope, budget, containment, in that order; the first that refuses is the reason. The waist has looked for a
 * halt before; one that comes while this looks at the call is found at the end.
 */
export async function admit(
  call: Call,
  number: number,
  options: WaistOptions,
  read: ReadArguments,
): Promise<Admission> {
  const received = read.bytes.length > MAX_ARGUMENT_BYTES ? null : { bytes: read.bytes, media: read.media };
  const refuse = (reason: RejectionCode, detail: string): Admission => ({ kind: 'refused', reason, detail, received });

  const tool = options.tools.find((candidate) => candidate.name === call.action);
  if (tool === undefined || tool.asked !== call.asked)
    return refuse('action_unknown', 'There is no such action. Use one of the actions that were offered.');
  if (!options.grant.actions.has(tool.name))
    return refuse('capability_denied', `The grant of this run does not allow ${tool.name}.`);
  if (received === null)
    return refuse(
      'arguments_too_large',
      `The arguments are larger than ${MAX_ARGUMENT_BYTES} bytes. Send less at once.`,
    );
  if (!read.ok) return refuse('arguments_invalid', read.problem);
  const parsed = tool.schema.safeParse(call.args);
  if (!parsed.success) return refuse('arguments_invalid', describeIssues(parsed.error));
  const scopes = options.grant.scopes.get(tool.name) ?? [];
  const outside = await outOfScope(scopes, tool, parsed.data);
  if (outside !== null) return refuse('scope_denied', outside);
  if (options.approvals?.get(tool.name)?.never === true)
    return refuse('approval_denied', `Nobody can allow ${tool.name} on this run.`);
  if (number > options.maxCalls)
    return refuse('budget_exceeded', `This run may make ${options.maxCalls} calls and has made them.`);

  const containment = tool.runsPrograms ? await options.sandbox.probe() : null;
  const floor = tool.runsPrograms ? floorOf(tool, scopes, options) : null;
  if (containment !== null && floor !== null && !atLeast(containment.level, floor))
    return refuse(
      'containment_unavailable',
      `This host enforces ${containment.level}, the call needs ${floor}. ${containment.reason}`,
    );
  const halted = haltDetail(options);
  if (halted !== null) return refuse('run_halted', halted);
  // Actions that run no program work inside our own process, whatever the sandbox could do.
  return {
    kind: 'admitted',
    tool,
    args: parsed.data,
    bytes: read.bytes,
    containment: containment?.level ?? 'process',
    floor,
  };
}

/** The run's floor, raised by how little the program is trusted: by the word of the grant, else the action's own. */
function floorOf(tool: Tool, scopes: readonly ActionScope[], { floor }: WaistOptions): SandboxProbe['level'] {
  const said = scopes.flatMap(({ trust }) => (trust === undefined ? [] : [floorOfTrust(trust)]));
  return strongest([floor, ...(said.length > 0 ? said : [floorOfTrust(tool.trust)])]);
}

/** Why the run is halted, or null. */
export function haltDetail(options: Pick<WaistOptions, 'killSwitch'>): string | null {
  const { engaged } = options.killSwitch;
  return engaged === null ? null : `The run was halted by ${engaged.by}: ${engaged.reason}`;
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.length === 0 ? 'arguments' : issue.path.map(String).join('.')}: ${issue.message}`)
    .join('; ');
}
