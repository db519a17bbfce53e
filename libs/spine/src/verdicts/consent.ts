/** Approvals as a record carries them: did the people who had to agree do so, about exactly these arguments, before? */
import { toHex } from '../bytes.ts';
import type { SpineCode } from '../errors.ts';
import { isMap } from '../values.ts';
import type { CborMap, CborValue } from '../values.ts';
import type { ApprovalPolicy } from './opening.ts';

interface Asked {
  /** Hex of the arguments' commitment; null when the request names none. */
  readonly about: string | null;
  readonly required: number;
  /** Unix milliseconds; Infinity when the request names no end. */
  readonly until: number;
  readonly agreed: Set<string>;
  refused: boolean;
}

export interface Dissent {
  readonly code: SpineCode;
  readonly sentence: string;
}

export class Consent {
  readonly #asked = new Map<CborValue, Asked>();

  /** `approval.requested`. */
  request({ call, arguments: args, policy, expires_at: until }: CborMap): void {
    if (call === undefined || this.#asked.has(call)) return;
    const required = isMap(policy) ? policy['required'] : undefined;
    this.#asked.set(call, {
      about: isMap(args) ? hexOf(args['commitment']) : null,
      required: typeof required === 'number' ? required : 1,
      until: typeof until === 'number' ? until : Infinity,
      agreed: new Set(),
      refused: false,
    });
  }

  /** `approval.decided`. A decision about other arguments, or one that came too late, counts for nothing. */
  decide({ call, decision, principal, arguments_commitment: about, decided_at: at }: CborMap): void {
    const asked = call === undefined ? undefined : this.#asked.get(call);
    if (asked === undefined) return;
    if (decision !== 'approved') asked.refused = true;
    else if (typeof at === 'number' && at > asked.until) return;
    else if (asked.about !== null && hexOf(about) === asked.about && typeof principal === 'string' && principal !== '')
      asked.agreed.add(principal);
  }

  /** What speaks against this `dispatch.start`; null when nothing does. */
  against({ call, arguments: args }: CborMap, policy: ApprovalPolicy | undefined): Dissent | null {
    const asked = call === undefined ? undefined : this.#asked.get(call);
    const required = Math.max(policy?.required ?? 0, asked?.required ?? 0);
    const name = typeof call === 'number' || typeof call === 'bigint' ? `Call ${call}` : 'A call without a number';
    if (asked?.refused === true)
      return { code: 'runseal.denied_but_executed', sentence: `${name} was not approved, and it ran.` };
    if (policy?.never === true)
      return { code: 'runseal.approval_missing', sentence: `${name} ran, and nobody may allow its action.` };
    if (required === 0) return null;
    if (asked === undefined || asked.agreed.size < required) {
      const have = asked?.agreed.size ?? 0;
      return { code: 'runseal.approval_missing', sentence: `${name} ran with ${have} of ${required} approvals.` };
    }
    return (isMap(args) ? hexOf(args['commitment']) : null) === asked.about
      ? null
      : { code: 'runseal.approval_mismatch', sentence: `${name} ran with other arguments than were approved.` };
  }
}

function hexOf(bytes: CborValue | undefined): string | null {
  return bytes instanceof Uint8Array ? toHex(bytes) : null;
}
