import { fromHex, SpineError, verifyConsistency, verifySignature } from '@runseal/spine';
import {
  cosignedAt,
  fromBase64,
  noteKey,
  NOTE_ED25519,
  openHead,
  pinOf,
  pinsOf,
  withPinsOf,
  type NoteKey,
  type OpenedHead,
  type Pin,
  type Policy,
} from '@runseal/spine/ledger';
import type { KeptPins } from './files/pins.ts';
import type { Server } from './server/server.ts';

export interface LedgerCheck {
  readonly origin: string;
  readonly size: number;
  /** Sizes of the heads it was held against. */
  readonly heldAgainst: readonly number[];
  /** Names of the witnesses of the policy that cosigned it. */
  readonly witnesses: readonly string[];
  /** null: it continues every head seen before, and the policy is met. */
  readonly code:
    | null
    | 'runseal.head_contradicts_pin'
    | 'runseal.head_first_seen'
    | 'runseal.ledger_renamed'
    | 'runseal.not_witnessed';
  readonly sentence: string;
}

/**
 * Holds the ledger's newest head against every head this reader saw before, by consistency proofs, and remembers it.
 *
 * @throws SpineError `runseal.ledger_*` when the head is not signed by a key of the reader
 */
export async function checkLedger(
  server: Server,
  keys: readonly NoteKey[],
  policy: Policy | undefined,
  pins: KeptPins,
): Promise<LedgerCheck> {
  const note = await server.checkpoint();
  const opened = await openHead(note, keys, verifySignature);
  const { head } = opened;
  const before = pinsOf(pins.all(), head.origin);
  const witnesses = await cosigners(opened, policy);
  const facts = { origin: head.origin, size: head.size, heldAgainst: before.map(({ size }) => size), witnesses };
  for (const pin of before) {
    const contradiction = await contradictionOf(server, pin, opened);
    if (contradiction !== null) return { ...facts, code: 'runseal.head_contradicts_pin', sentence: contradiction };
  }
  const other = before.length > 0 ? null : await otherNameOf(head.origin, await signersOf(note, keys), pins);
  if (other !== null) return { ...facts, code: 'runseal.ledger_renamed', sentence: other };
  const { origin: _, ...pin } = pinOf(note, new Date());
  // Whatever continues the newest head continues the others too.
  await pins.keep(withPinsOf(pins.all(), head.origin, [pin]));
  return { ...facts, ...judged(before, witnesses, policy) };
}

/** A ledger that begins again under another name has no head that could contradict it: its key gives it away. */
async function otherNameOf(origin: string, keys: readonly NoteKey[], pins: KeptPins): Promise<string | null> {
  for (const [other, [seen]] of Object.entries(pins.all()))
    if (other !== origin && seen !== undefined && (await isSigned(seen.note, other, keys)))
      return `The same key signed a ledger called ${other}, of which you saw a head of ${seen.size} entries; of this one you saw none. Ask its owner what became of those. If both are to be there, keep the heads of this one in a file of their own (--pins).`;
  return null;
}

async function signersOf(note: string, keys: readonly NoteKey[]): Promise<readonly NoteKey[]> {
  const signed = await Promise.all(keys.map((key) => isSigned(note, key.name, [key])));
  return keys.filter((_, n) => signed[n]);
}

async function isSigned(note: string, origin: string, keys: readonly NoteKey[]): Promise<boolean> {
  try {
    const asThere = keys.map(({ publicKey }) => noteKey(origin, NOTE_ED25519, publicKey));
    await openHead(note, asThere, verifySignature);
    return true;
  } catch (cause) {
    if (cause instanceof SpineError) return false;
    throw cause;
  }
}

function judged(
  before: readonly Pin[],
  witnesses: readonly string[],
  policy: Policy | undefined,
): Pick<LedgerCheck, 'code' | 'sentence'> {
  if (policy !== undefined && (witnesses.length === 0 || !policy.satisfiedBy(new Set(witnesses))))
    return {
      code: 'runseal.not_witnessed',
      sentence: `The newest head has the cosignatures of ${witnesses.join(', ') || 'nobody'}; your policy asks for ${policy.quorum}.`,
    };
  return before.length === 0
    ? {
        code: 'runseal.head_first_seen',
        sentence: 'No head of this ledger was seen before; this one is remembered now.',
      }
    : { code: null, sentence: 'The ledger only grew since every head that was seen before.' };
}

async function contradictionOf(server: Server, pin: Pin, { head }: OpenedHead): Promise<string | null> {
  const since = `a head of ${pin.size} entries was seen on ${pin.seenAt.slice(0, 10)}`;
  if (head.size < pin.size) return `The ledger was set back: ${since}, now it has ${head.size}.`;
  try {
    const proof = await server.consistency(pin.size, head.size);
    const hashes = proof.map((hash) => fromBase64(hash, 'A hash of the proof'));
    verifyConsistency({ before: { size: pin.size, root: fromHex(pin.root) }, after: head, proof: hashes });
    return null;
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    return `The ledger has another history: ${since}, and the newest head does not continue it. Keep the pins: both heads are signed.`;
  }
}

async function cosigners({ note }: OpenedHead, policy: Policy | undefined): Promise<string[]> {
  const names: string[] = [];
  for (const { name, key } of policy?.witnesses ?? [])
    if ((await cosignedAt(note, key, verifySignature)) !== null) names.push(name);
  return names;
}
