import { equalBytes, toHex } from '../bytes.ts';
import { openCheckpoint, readCheckpoint } from '../checkpoint.ts';
import { SpineError } from '../errors.ts';
import { decodeEnvelope, type Envelope } from '../event.ts';
import { nobleHasher, type Hasher } from '../hash.ts';
import { leafHash, rootOfParts } from '../merkle.ts';
import { verifySignature } from '../signature.ts';
import { VERDICT_NAMES, type Report, type Verdict } from '../verdicts.ts';
import { boundByKey } from '../verdicts/compromised-key.ts';
import { judgeIndependence } from '../verdicts/independence.ts';
import { faultOf } from '../verdicts/integrity.ts';
import { absent, fail, pass } from '../verdicts/judge.ts';
import { withTime } from '../verdicts/time.ts';
import type { VerifyOptions } from '../verify.ts';
import { decodeSlice, type Slice } from './slice.ts';
import { seqsLeftOut } from './seqs.ts';

export interface SliceReport extends Report {
  /** null when the slice cannot be read. */
  readonly slice: {
    /** Events of the sealed run, by its signed head. */
    readonly size: number;
    /** Places of the events that are here, counted from 1. */
    readonly seqs: readonly number[];
    readonly leftOut: number;
    /** Which, e.g. `1-9,13-200`; empty when none is. */
    readonly leftOutSeqs: string;
  } | null;
}

/**
 * Verifies a slice: that its events are in the sealed run, at the places it names. Integrity and independence are judged as for
 * a record; completeness is absent, saying how much is left out; what needs the whole run is not judged. Never throws for what
 * the bytes are.
 */
export async function verifySlice(bytes: Uint8Array, options: VerifyOptions): Promise<SliceReport> {
  const hasher = options.hasher ?? nobleHasher;
  const verify = options.verify ?? verifySignature;
  let slice: Slice;
  try {
    slice = decodeSlice(bytes);
  } catch (error) {
    return unreadable(error);
  }
  const events = eventsOf(slice);
  const run = 'fault' in events ? null : events.run;
  const means = { keyring: options.keyring, evidence: options.evidence, hasher, verify };
  const {
    verdict: independence,
    time,
    seenAt,
  } = await withTime(await judgeIndependence(slice, run, means), slice.checkpoint, options.evidence);
  const signed = 'fault' in events ? fail('integrity', events.fault) : await integrityOf(slice, options, hasher);
  const integrity = boundByKey(signed, slice.checkpoint, options.keyring, seenAt);
  const good = integrity.state === 'pass';
  const seqs = slice.indexes.map((index) => index + 1);
  const facts = {
    size: slice.size,
    seqs,
    leftOut: slice.size - seqs.length,
    leftOutSeqs: seqsLeftOut(seqs, slice.size),
  };
  const others = VERDICT_NAMES.slice(3).map((name) =>
    absent(name, 'runseal.slice', 'Not judged: it takes the whole run.'),
  );
  const verdicts = [integrity, completenessOf(facts), independence, ...others].map((verdict) =>
    good || verdict === integrity || verdict.state === 'fail' ? verdict : notAuthentic(verdict),
  );
  return {
    ...heading(slice, run),
    verdicts,
    mix: null,
    vouches: good ? `${seqs.length} of the ${slice.size} events of the run, and nothing of the others.` : NOTHING,
    ...(good && time !== null ? { time } : {}),
    slice: facts,
  };
}

const NOTHING = 'Nothing: these bytes are not what a key you trust has signed.';

const notAuthentic = ({ name }: Verdict): Verdict =>
  absent(name, 'runseal.not_authentic', 'Not judged: the integrity of the slice failed.');

/** Canonical events of one run; their places are proven by the tree, so their own seqs only have to agree. */
function eventsOf({ events, indexes }: Slice): { run: string } | { fault: ReturnType<typeof faultOf> } {
  let run: string | null = null;
  for (const [i, canonical] of events.entries()) {
    const seq = indexes[i]! + 1;
    try {
      const event: Envelope = decodeEnvelope(canonical);
      run ??= event.stream;
      if (event.stream !== run) throw new SpineError('chain.stream_mismatch', 'it is of another run than the first');
      // Records of others may count otherwise; ours count from 1 without gaps, which completeness of the record says.
    } catch (error) {
      return { fault: faultOf(error, seq) };
    }
  }
  return run === null ? { fault: { code: 'chain.empty', sentence: 'The slice has no event.', seq: null } } : { run };
}

async function integrityOf(slice: Slice, options: VerifyOptions, hasher: Hasher): Promise<Verdict> {
  try {
    const { size, root, keyId, origin } = await openCheckpoint(slice.checkpoint, options.keyring, options.verify);
    if (size !== BigInt(slice.size))
      throw new SpineError('record.size_mismatch', `The slice speaks of ${slice.size} events, and ${size} were signed`);
    const leaves = slice.events.map((canonical) => leafHash(canonical, hasher));
    if (!equalBytes(rootOfParts(slice.indexes, leaves, slice.size, slice.hashes, hasher), root))
      throw new SpineError('merkle.inclusion_invalid', 'The events are not those at these places of what was signed');
    const carried = `The ${slice.events.length} events here are byte for byte`;
    return pass('integrity', `${carried} those of the ${size} that ${keyId} signed for ${JSON.stringify(origin)}.`);
  } catch (error) {
    return fail('integrity', faultOf(error, null));
  }
}

function completenessOf({ leftOut, leftOutSeqs, size }: NonNullable<SliceReport['slice']>): Verdict {
  const said =
    leftOut === 0
      ? `A slice of all ${size} events: export the record to have the run judged.`
      : `A slice: ${leftOut} of the ${size} events are left out (${leftOutSeqs}), and nothing is said of them.`;
  return absent('completeness', 'runseal.slice', said);
}

function unreadable(error: unknown): SliceReport {
  const verdict = fail('integrity', faultOf(error, null));
  const verdicts = VERDICT_NAMES.map((name) =>
    name === 'integrity' ? verdict : absent(name, 'runseal.not_authentic', 'Not judged: the slice cannot be read.'),
  );
  const nothing = {
    run: null,
    events: 0,
    root: null,
    origin: null,
    keyId: null,
    mix: null,
    vouches: null,
    slice: null,
  };
  return { format: 'runseal-report/1', ...nothing, verdicts };
}

function heading({ checkpoint, events }: Slice, run: string | null) {
  const facts = { format: 'runseal-report/1', run, events: events.length } as const;
  try {
    const { root, origin, keyId } = readCheckpoint(checkpoint);
    return { ...facts, root: toHex(root), origin, keyId };
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    return { ...facts, root: null, origin: null, keyId: null };
  }
}
