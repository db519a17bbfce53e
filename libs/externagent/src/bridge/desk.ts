/** Where a bridged tool call is judged, handed to the waist, answered, and written into the bridge's account. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Outcome, RejectionCode, Waist } from '@runseal/dispatch';
import type { Redactor } from '../redact.ts';
import { digestArguments, MAX_TOOL, type BridgeCall } from './account.ts';
import { CONFORMANCE_TOOL, type ConformanceProbe } from './conformance.ts';
import type { ArgumentsFault } from './exchange.ts';

export interface ToolRequest {
  readonly tool: string;
  readonly args: unknown;
  readonly harnessCallId: string | null;
  readonly fault: ArgumentsFault | null;
  /** Aborted when the harness explicitly cancels the call. A lost connection is no cancellation. */
  readonly signal: AbortSignal;
  readonly delivered: Promise<boolean>;
  /** Aborted when the harness has hung up; the action is told, and goes on. */
  readonly abandoned: AbortSignal;
}

export interface DeskOptions {
  readonly waist: Waist;
  readonly probe: ConformanceProbe;
  /** Whether the conversation is the one it is to be; a call that comes before that is known waits. */
  readonly confirmed: (cancelled: AbortSignal) => Promise<boolean>;
  /** Aborted when the bridge closes: nothing is waited for any more. */
  readonly closing: AbortSignal;
  /** Finds the secrets of the episode: arguments that hold one are refused, for they would go on the record. */
  readonly redactor: () => Redactor;
  /** The record cannot be written: the run must stop. */
  readonly onFatal: (error: unknown) => void;
}

export interface Desk {
  readonly account: readonly BridgeCall[];
  /** Never throws for what the harness did. */
  handle(request: ToolRequest): Promise<CallToolResult>;
  /** Waits for calls that are here, those that have not come as far as the waist included. */
  settled(): Promise<void>;
}

/** Longest text of an unreadable request that is put on the record. */
const MAX_RAW_CHARS = 256 * 1024;

export function createDesk(options: DeskOptions): Desk {
  const account: Mutable<BridgeCall>[] = [];
  const here = new Set<Promise<CallToolResult>>();
  const handle = async (request: ToolRequest): Promise<CallToolResult> => {
    if (request.tool === CONFORMANCE_TOOL) return probed(options.probe, request);
    const named = withoutSecrets(request, options.redactor());
    let outcome: Outcome;
    try {
      outcome = await decide(options, request, named);
    } catch (error) {
      options.onFatal(error);
      return failed('The run cannot be recorded any more, so it stops.');
    }
    account.push(enter(named, outcome));
    return answer(outcome);
  };
  return {
    account,
    handle(request) {
      const handled = handle(request).finally(() => here.delete(handled));
      here.add(handled);
      return handled;
    },
    async settled() {
      while (here.size > 0) await Promise.allSettled(here);
    },
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function probed(probe: ConformanceProbe, request: ToolRequest): CallToolResult {
  // What can be read two ways brings nothing back.
  if (probe.check(request.fault === null ? request.args : undefined)) return said('Conformant. Go on with the task.');
  return failed(`That is not the nonce: call ${CONFORMANCE_TOOL} with the nonce from your instructions.`);
}

/** Names of the harness's making stand in events for good: one that holds a secret is none. */
function withoutSecrets(request: ToolRequest, { text, finds }: Redactor): ToolRequest {
  const { tool, harnessCallId } = request;
  return {
    ...request,
    tool: text(tool),
    harnessCallId: harnessCallId !== null && finds(harnessCallId) ? null : harnessCallId,
  };
}

async function decide(
  { waist, probe, confirmed, closing, redactor }: DeskOptions,
  request: ToolRequest,
  { tool, harnessCallId }: ToolRequest,
): Promise<Outcome> {
  const base = {
    action: tool,
    via: 'bridge' as const,
    signal: request.signal,
    abandoned: request.abandoned,
    ...(harnessCallId === null ? {} : { harnessCallId }),
  };
  const refuse = (args: unknown, reason: RejectionCode, detail: string) =>
    waist.refuse({ ...base, args }, reason, detail);
  const written = request.fault === null ? (JSON.stringify(request.args) ?? '') : request.fault.raw;
  if (written !== null && redactor().finds(written))
    return refuse(undefined, 'arguments_invalid', 'The arguments hold a secret of this episode: leave it out.');
  if (request.fault !== null) {
    const raw = written !== null && written.length <= MAX_RAW_CHARS ? written : undefined;
    return refuse(raw, 'arguments_invalid', request.fault.detail);
  }
  if (!probe.passed)
    return refuse(
      request.args,
      'not_conformant',
      `Call ${CONFORMANCE_TOOL} first: nothing is done before it has come back.`,
    );
  if (!(await confirmed(AbortSignal.any([request.signal, closing]))))
    return refuse(
      request.args,
      'not_conformant',
      'Nothing is done before the conversation is known to be the right one.',
    );
  return waist.dispatch({ ...base, args: request.args === undefined ? {} : request.args });
}

function enter(request: ToolRequest, outcome: Outcome): Mutable<BridgeCall> {
  const entry: Mutable<BridgeCall> = {
    call: outcome.call,
    tool: request.tool.slice(0, MAX_TOOL).toWellFormed(),
    harnessCallId: request.harnessCallId,
    argsDigest: digestArguments(request.args),
    outcome: outcome.kind === 'rejected' ? 'rejected' : isFailed(outcome) ? 'error' : 'ok',
    // A notice that comes once the call has ended cancels nothing.
    cancelled: request.signal.aborted,
    delivered: false,
  };
  void request.delivered.then((delivered) => {
    entry.delivered = delivered && !entry.cancelled;
  });
  return entry;
}

function answer(outcome: Outcome): CallToolResult {
  if (outcome.kind === 'rejected') return failed(`Refused (${outcome.reason}): ${outcome.detail}`);
  return isFailed(outcome) ? failed(outcome.result.text) : said(outcome.result.text);
}

function isFailed(outcome: Outcome & { kind: 'done' }): boolean {
  return outcome.errorClass !== null || outcome.result.isError === true;
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
