/** Independence: does anybody but the key holder vouch for this record? */
import { equalBytes, toHex } from '../bytes.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { SpineError } from '../errors.ts';
import type { Hasher } from '../hash.ts';
import type { Keyring } from '../keys.ts';
import {
  cosignedAt,
  decodeLedgerEntry,
  ledgerLeaf,
  noteKey,
  NOTE_ED25519,
  openHead,
  parseHead,
  parseNote,
  parseReceipt,
  type NoteKey,
  type OpenedHead,
  type Policy,
  type Receipt,
} from '../ledger/index.ts';
import { verifyInclusion } from '../merkle.ts';
import type { SealedRecord } from '../record.ts';
import type { SignatureVerifier } from '../signature.ts';
import type { CborMap } from '../values.ts';
import type { Evidence, Verdict } from '../verdicts.ts';
import { absent, fail, pass, warn } from './judge.ts';

/** What independence is judged by. */
export interface IndependenceMeans {
  readonly keyring: Keyring;
  readonly evidence: Evidence | undefined;
  readonly hasher: Hasher;
  readonly verify: SignatureVerifier;
}

export interface Independence {
  readonly verdict: Verdict;
  /** POSIX seconds at which a quorum of the reader's witnesses had seen the seal; null when there is none. */
  readonly witnessedAt: number | null;
}

/** @param run the run the record's events are about; null when none could be read */
export async function judgeIndependence(
  { checkpoint }: Pick<SealedRecord, 'checkpoint'>,
  run: string | null,
  means: IndependenceMeans,
): Promise<Independence> {
  const { receipt, policy } = means.evidence ?? {};
  if (receipt === undefined) return alone(UNWITNESSED);
  try {
    const proven = await prove(receipt, policy, means);
    const fault = mismatch(proven.entry, checkpoint, run, means.hasher);
    if (fault !== null) return alone(failed('runseal.receipt_mismatch', fault));
    return await judgeWitnesses(proven, policy, means.verify);
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    if (error.code === 'runseal.ledger_unknown_log') return alone(UNKNOWN_LOG);
    return alone(failed('runseal.receipt_invalid', `The receipt does not hold: ${error.message.replace(/\.$/u, '')}.`));
  }
}

const UNWITNESSED = absent(
  'independence',
  'runseal.unwitnessed',
  'Only the key holder vouches for this record: no ledger receipt was presented with it.',
);

const UNKNOWN_LOG = warn(
  'independence',
  'runseal.receipt_unknown_log',
  'A receipt was presented, but of a ledger whose key you do not trust, so it counts for nothing.',
);

const alone = (verdict: Verdict): Independence => ({ verdict, witnessedAt: null });

interface Proven extends OpenedHead {
  readonly index: number;
  readonly entry: CborMap;
}

/** @throws SpineError when the entry is not proven to be in a ledger you trust */
async function prove(source: string, policy: Policy | undefined, means: IndependenceMeans): Promise<Proven> {
  const receipt = parseReceipt(source);
  const opened = await openHead(receipt.head, logKeys(receipt, policy, means.keyring), means.verify);
  if (receipt.extra === null)
    throw new SpineError('runseal.ledger_malformed', 'it does not carry the entry it is about.');
  verifyInclusion(
    {
      leaf: ledgerLeaf(receipt.extra, means.hasher),
      index: receipt.index,
      size: opened.head.size,
      proof: receipt.inclusion,
      root: opened.head.root,
    },
    means.hasher,
  );
  return { ...opened, index: receipt.index, entry: decodeLedgerEntry(receipt.extra) };
}

/** A policy names its logs; without one, the keys you trust sign the ledger as they sign records. */
function logKeys({ head }: Receipt, policy: Policy | undefined, keyring: Keyring): readonly NoteKey[] {
  if (policy !== undefined && policy.logs.length > 0) return policy.logs.map(({ key }) => key);
  const { origin } = parseHead(parseNote(head).text);
  const trusted = isList(keyring)
    ? keyring.filter((key) => key.origin === undefined || key.origin === origin).map(({ publicKey }) => publicKey)
    : [...keyring.values()];
  return trusted.map((publicKey) => noteKey(origin, NOTE_ED25519, publicKey));
}

/** How the ledger's entry contradicts the record; null when it does not. */
function mismatch(entry: CborMap, checkpoint: Uint8Array, run: string | null, hasher: Hasher): string | null {
  const seal = readCheckpoint(checkpoint);
  if (entry['kind'] !== 'run.sealed') return 'The receipt is for something else than the seal of a run.';
  if (entry['run'] !== run || run === null) return 'The receipt is for the seal of another run.';
  if (entry['size'] !== Number(seal.size) && entry['size'] !== seal.size)
    return `The ledger says this run was sealed with ${shownSize(entry['size'])} events, the record has ${seal.size}.`;
  if (!sameBytes(entry['root'], seal.root))
    return `The ledger says this run was sealed with another root than ${toHex(seal.root).slice(0, 16)}…`;
  if (!sameBytes(entry['checkpoint'], hasher.sha256(checkpoint)))
    return 'The ledger has another checkpoint over the same events: this one was changed, or the record was signed again.';
  return null;
}

async function judgeWitnesses(
  { head, note, index }: Proven,
  policy: Policy | undefined,
  verify: SignatureVerifier,
): Promise<Independence> {
  const place = `In the ledger ${head.origin} at place ${index} of ${head.size}`;
  if (policy === undefined)
    return alone(unwitnessed(`${place}, but no policy says whose cosignature you would trust.`));
  const signed = new Map<string, number>();
  for (const { name, key } of policy.witnesses) {
    const at = await cosignedAt(note, key, verify);
    if (at !== null) signed.set(name, at);
  }
  const names = new Set(signed.keys());
  if (signed.size === 0 || !policy.satisfiedBy(names)) {
    const who = signed.size === 0 ? 'no witness you trust cosigned' : `only ${[...names].join(', ')} cosigned`;
    return alone(unwitnessed(`${place}, but ${who}; your policy asks for ${policy.quorum}.`));
  }
  const times = [...signed].map(([name, at]) => `${name} at ${timeOf(at)}`);
  const verdict = pass('independence', `${place}, cosigned by ${times.join(', ')}.`);
  return { verdict, witnessedAt: quorumTime(signed, policy) };
}

/** When the last witness of the earliest quorum had signed. */
function quorumTime(signed: ReadonlyMap<string, number>, policy: Policy): number {
  const times = [...new Set(signed.values())].sort((a, b) => a - b);
  const upTo = (time: number): Set<string> => new Set([...signed].filter(([, at]) => at <= time).map(([name]) => name));
  return times.find((time) => policy.satisfiedBy(upTo(time)))!;
}

const unwitnessed = (sentence: string): Verdict => warn('independence', 'runseal.not_witnessed', sentence);

const failed = (code: 'runseal.receipt_invalid' | 'runseal.receipt_mismatch', sentence: string): Verdict =>
  fail('independence', { code, sentence, seq: null });

const sameBytes = (value: unknown, bytes: Uint8Array): boolean =>
  value instanceof Uint8Array && equalBytes(value, bytes);

const shownSize = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? value.toString() : 'no number of';

/** The seconds were signed; no date can hold all of them. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `second ${seconds}` : date.toISOString().replace('.000Z', 'Z');
}

function isList(keyring: Keyring): keyring is Exclude<Keyring, ReadonlyMap<string, Uint8Array>> {
  return Array.isArray(keyring);
}
