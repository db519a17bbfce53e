/**
 * The conformance probe: a nonce that only the CLI's input holds must come back through the bridge as a tool call.
 * Until it has, nothing the CLI does over the bridge takes effect. Text that merely mentions the nonce proves nothing.
 */
import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from './constant-time.ts';

export const CONFORMANCE_TOOL = 'conformance_check';

export interface ConformanceProbe {
  readonly nonce: string;
  readonly passed: boolean;
  /** Calls of the probe that brought something else back. */
  readonly failures: number;
  /** What the CLI is told to do first. */
  readonly instruction: string;
  /** True when the arguments hold the nonce; once passed it stays passed. */
  check(args: unknown): boolean;
}

export function createConformanceProbe(nonce: string = randomBytes(16).toString('hex')): ConformanceProbe {
  let passed = false;
  let failures = 0;
  return {
    nonce,
    get passed() {
      return passed;
    },
    get failures() {
      return failures;
    },
    instruction:
      `Before anything else, call the tool ${CONFORMANCE_TOOL} once with {"nonce": "${nonce}"}. ` +
      `Every other tool is refused until this call has come back. Do not mention it in your answer.`,
    check(args) {
      const given = args !== null && typeof args === 'object' && 'nonce' in args ? args.nonce : undefined;
      const right = typeof given === 'string' && equalInConstantTime(given, nonce);
      if (right) passed = true;
      else failures += 1;
      return right;
    },
  };
}

/** As it is offered over MCP. */
export const CONFORMANCE_OFFER = {
  name: CONFORMANCE_TOOL,
  description:
    'Call this first, with the nonce given in your instructions. It shows that your tool calls reach this server.',
  inputSchema: {
    type: 'object' as const,
    properties: { nonce: { type: 'string', description: 'The nonce from your instructions.' } },
    required: ['nonce'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};
