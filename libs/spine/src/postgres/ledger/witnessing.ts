/** The log asks its witnesses for cosignatures (c2sp.org/tlog-witness, add-checkpoint). Nothing waits for them. */
import { SpineError } from '../../errors.ts';
import type { Policy, PolicyWitness } from '../../ledger/index.ts';
import type { SignatureVerifier } from '../../signature.ts';
import { verifySignature } from '../../signature.ts';
import { askWitness } from './ask-witness.ts';
import type { Ledger, SignedHead } from './ledger.ts';

export interface WitnessingOptions {
  readonly ledger: Ledger;
  readonly policy: Policy;
  /** Told what went wrong with a witness, once an attempt. */
  readonly onTrouble: (witness: string, error: SpineError) => void;
  readonly verify?: SignatureVerifier;
  /** How long a witness may take for one answer, ms. Default 5,000. */
  readonly timeoutMs?: number;
  /** How long a witness that failed is left alone at most, ms; grows from a tenth of a second. Default 60,000. */
  readonly longestPauseMs?: number;
}

export interface Witnessing {
  /** Asks every witness that has not cosigned the newest head and is not being left alone. @returns who did now. */
  ask(signal?: AbortSignal): Promise<readonly string[]>;
}

interface Trouble {
  failures: number;
  /** By the clock that is never set, ms. */
  until: number;
}

export function createWitnessing(options: WitnessingOptions): Witnessing {
  const { ledger, policy, onTrouble, verify = verifySignature, timeoutMs = 5_000, longestPauseMs = 60_000 } = options;
  const troubles = new Map<string, Trouble>();

  async function askOne(witness: PolicyWitness, head: SignedHead, signal?: AbortSignal): Promise<boolean> {
    const trouble = troubles.get(witness.name) ?? { failures: 0, until: -Infinity };
    if (trouble.until > performance.now()) return false;
    try {
      const { signature, at } = await askWitness({ ledger, witness, head, verify, timeoutMs, signal });
      await ledger.cosigned(head.size, signature, at);
      troubles.delete(witness.name);
      return true;
    } catch (error) {
      if (!(error instanceof SpineError)) throw error;
      const failures = trouble.failures + 1;
      troubles.set(witness.name, {
        failures,
        until: performance.now() + Math.min(longestPauseMs, 100 * 2 ** failures),
      });
      onTrouble(witness.name, error);
      return false;
    }
  }

  return {
    async ask(signal) {
      const head = await ledger.head();
      if (head === null) return [];
      const missing = policy.witnesses.filter(({ url, key }) => url !== null && !hasCosigned(head, key));
      const asked = await Promise.all(missing.map((witness) => askOne(witness, head, signal)));
      return missing.filter((_, i) => asked[i]).map(({ name }) => name);
    },
  };
}

function hasCosigned(head: SignedHead, key: PolicyWitness['key']): boolean {
  return head.cosignatures.some(({ name, keyId }) => name === key.name && keyId === key.id);
}
