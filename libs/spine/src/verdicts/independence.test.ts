import fc from 'fast-check';
import { COSIGNED_AT, logLine, ORIGIN, policyOf, receiptFor, sealEntry } from '../../fixtures/receipts.ts';
import { KEYRING, nativeRun, OTHER_SIGNER, RUN, sealRun, SIGNER, type Sealed } from '../../fixtures/runs.ts';
import type { Evidence, Verdict } from '../verdicts.ts';
import { decodeRecord, encodeRecord } from '../record.ts';
import { verifyRecord } from '../verify.ts';
import { nobleHasher } from '../hash.ts';
import { formatReceipt, formatSignatureLine, parseReceipt, parseSignatureLine } from '../ledger/index.ts';
import { verifySignature } from '../signature.ts';
import { judgeIndependence } from './independence.ts';

let sealed: Sealed;
let receipt: string;
beforeAll(async () => {
  sealed = await sealRun(nativeRun());
  receipt = await receiptFor(sealEntry(sealed.record), ['w1', 'w3']);
});

async function judged(evidence: Evidence, keyring = KEYRING as readonly { keyId: string; publicKey: Uint8Array }[]) {
  const { verdicts } = await verifyRecord(sealed.record, { keyring, evidence });
  return verdicts.find(({ name }) => name === 'independence')!;
}

const short = ({ state, code }: Verdict): string => (code === null ? state : `${state} ${code}`);

test('without a receipt nobody but the key holder vouches', async () => {
  expect(short(await judged({}))).toBe('absent runseal.unwitnessed');
  expect(short(await judged({ policy: policyOf(1) }))).toBe('absent runseal.unwitnessed');
});

test('a quorum of witnesses passes, named with their times', async () => {
  for (const quorum of [1, 2]) {
    const verdict = await judged({ receipt, policy: policyOf(quorum) });
    expect(short(verdict)).toBe('pass');
    expect(verdict.sentence).toContain('w1 at 2026-11-29T12:00:00Z, w3 at 2026-11-29T12:00:00Z');
  }
});

test('fewer witnesses than asked for is a warning that says how many', async () => {
  const verdict = await judged({ receipt, policy: policyOf(3) });
  expect(short(verdict)).toBe('warn runseal.not_witnessed');
  expect(verdict.sentence).toContain('only w1, w3 cosigned; your policy asks for 3 of w1, w2, w3');
});

test('a receipt is never green by itself: without a policy, without cosigners, or with a policy that asks for none', async () => {
  const alone = await receiptFor(sealEntry(sealed.record));
  expect(short(await judged({ receipt }))).toBe('warn runseal.not_witnessed');
  expect(short(await judged({ receipt: alone, policy: policyOf(1) }))).toBe('warn runseal.not_witnessed');
  expect(short(await judged({ receipt: alone, policy: { ...policyOf(1), satisfiedBy: () => true } }))).toBe(
    'warn runseal.not_witnessed',
  );
});

test.each([
  ['of another run', { run: 'run-0002' }],
  ['with another number of events', { size: 3 }],
  ['with another root', { root: new Uint8Array(32) }],
  ['of events that were signed again', { checkpoint: new Uint8Array(32) }],
])('a receipt for a seal %s contradicts the record', async (_, change) => {
  const other = await receiptFor({ ...sealEntry(sealed.record), ...change }, ['w1', 'w2', 'w3']);
  expect(short(await judged({ receipt: other, policy: policyOf(1) }))).toBe('fail runseal.receipt_mismatch');
});

test('a checkpoint that came to harm is not called signed again: either may be', async () => {
  const checkpoint = Uint8Array.from(decodeRecord(sealed.record).checkpoint);
  checkpoint[checkpoint.length - 1]! ^= 1;
  const { verdicts } = await verifyRecord(encodeRecord({ events: decodeRecord(sealed.record).events, checkpoint }), {
    keyring: KEYRING,
    evidence: { receipt, policy: policyOf(1) },
  });
  expect(short(verdicts[2]!)).toBe('fail runseal.receipt_mismatch');
  expect(verdicts[2]!.sentence).toContain('this one was changed, or the record was signed again');
});

test('a receipt for the opening of the run is none for its seal', async () => {
  const opening = { kind: 'run.opened', time: 1n, workspace: 'w', run: RUN, goal: new Uint8Array(32) } as const;
  expect(short(await judged({ receipt: await receiptFor(opening, ['w1']), policy: policyOf(1) }))).toBe(
    'fail runseal.receipt_mismatch',
  );
});

test('an entry of another kind is none for the seal of a run, whatever else it says', async () => {
  const other = await receiptFor({ ...sealEntry(sealed.record), kind: 'run.sealed.not' } as never, ['w1']);
  expect(short(await judged({ receipt: other, policy: policyOf(1) }))).toBe('fail runseal.receipt_mismatch');
});

test('where no run could be read, no receipt is for it', async () => {
  const nameless = await receiptFor({ ...sealEntry(sealed.record), run: null } as never, ['w1', 'w2', 'w3']);
  const { checkpoint } = decodeRecord(sealed.record);
  const means = { keyring: KEYRING, hasher: nobleHasher, verify: verifySignature };
  const evidence = { receipt: nameless, policy: policyOf(1) };
  const { verdict, witnessedAt } = await judgeIndependence({ checkpoint }, null, { ...means, evidence });
  expect([short(verdict), witnessedAt]).toEqual(['fail runseal.receipt_mismatch', null]);
});

test.each([
  ['no root', { root: null }],
  ['no size', { size: 'many' }],
  ['no checkpoint', { checkpoint: null }],
])('an entry with %s contradicts the record', async (_, change) => {
  const other = await receiptFor({ ...sealEntry(sealed.record), ...change } as never, ['w1']);
  expect(short(await judged({ receipt: other, policy: policyOf(1) }))).toBe('fail runseal.receipt_mismatch');
});

test('a receipt that does not carry its entry proves nothing', async () => {
  const { extra, ...rest } = parseReceipt(receipt);
  expect(extra).not.toBeNull();
  const without = formatReceipt({ ...rest, extra: null });
  expect(short(await judged({ receipt: without, policy: policyOf(1) }))).toBe('fail runseal.receipt_invalid');
});

test('a cosignature that its witness did not make counts for nothing', async () => {
  const lines = receipt.split('\n');
  const at = lines.findIndex((line) => line.startsWith('— w3 '));
  const line = parseSignatureLine(lines[at]!);
  const forged = { ...line, signature: line.signature.with(40, line.signature[40]! ^ 1) };
  const changed = lines.with(at, formatSignatureLine(forged).trimEnd()).join('\n');
  expect(short(await judged({ receipt: changed, policy: policyOf(1) }))).toBe('pass');
  expect(short(await judged({ receipt: changed, policy: policyOf(2) }))).toBe('warn runseal.not_witnessed');
});

test('a keyring may be a map of keys', async () => {
  const keyring = new Map([[SIGNER.keyId, SIGNER.publicKey]]);
  const evidence = { receipt, policy: policyOf(2, '') };
  const { verdicts } = await verifyRecord(sealed.record, { keyring, evidence });
  expect(short(verdicts[2]!)).toBe('pass');
});

test('a run cut short and signed again with the live key passes by itself and fails by its receipt', async () => {
  const cut = await sealRun(nativeRun().slice(0, 3));
  const report = await verifyRecord(cut.record, { keyring: KEYRING, evidence: { receipt, policy: policyOf(1) } });
  expect(short(report.verdicts[0]!)).toBe('pass');
  expect(short(report.verdicts[2]!)).toBe('fail runseal.receipt_mismatch');
});

test('what is said of a receipt that does not hold is a whole sentence', async () => {
  for (const broken of [receipt.replace(/index \d+/u, 'index 99'), receipt.replace('index', 'Index')]) {
    const verdict = await judged({ receipt: broken });
    expect(short(verdict)).toBe('fail runseal.receipt_invalid');
    expect(verdict.sentence).toMatch(/[^.]\.$/u);
  }
});

test('a ledger whose key is not trusted counts for nothing', async () => {
  const foreign = await receiptFor(sealEntry(sealed.record), ['w1', 'w2', 'w3'], { signer: OTHER_SIGNER });
  expect(short(await judged({ receipt: foreign }))).toBe('warn runseal.receipt_unknown_log');
  expect(short(await judged({ receipt: foreign, policy: policyOf(1) }))).toBe('warn runseal.receipt_unknown_log');
  // A policy that names the other ledger is the reader's own word for it.
  expect(short(await judged({ receipt: foreign, policy: policyOf(1, logLine(OTHER_SIGNER)) }))).toBe('pass');
});

test('a key that is trusted for one ledger does not sign for another', async () => {
  const key = { keyId: SIGNER.keyId, publicKey: SIGNER.publicKey };
  const policy = policyOf(1, '');
  expect(short(await judged({ receipt, policy }, [{ ...key, origin: ORIGIN }] as never))).toBe('pass');
  expect(short(await judged({ receipt, policy }, [{ ...key, origin: 'runseal/other' }] as never))).toBe(
    'warn runseal.receipt_unknown_log',
  );
});

test('no change to any letter of a receipt makes it greener, nor throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 0x2fff }), async (at, code) => {
      const place = at % receipt.length;
      const changed = receipt.slice(0, place) + String.fromCharCode(code) + receipt.slice(place + 1);
      if (changed === receipt) return;
      expect(['fail', 'warn']).toContain((await judged({ receipt: changed, policy: policyOf(2) })).state);
    }),
    { numRuns: 150 },
  );
});

test.each(['', 'nonsense', 'c2sp.org/tlog-proof@v1\nindex 0\n\n', '\u0000'])('%j is no receipt', async (text) => {
  expect(short(await judged({ receipt: text, policy: policyOf(1) }))).toBe('fail runseal.receipt_invalid');
});

describe('a record whose key was compromised', () => {
  const ring = (compromisedAt: number) => [{ keyId: SIGNER.keyId, publicKey: SIGNER.publicKey, compromisedAt }];
  const integrity = async (evidence: Evidence, since: number) =>
    (await verifyRecord(sealed.record, { keyring: ring(since), evidence })).verdicts.map(short);
  const before = (COSIGNED_AT - 1) * 1000;
  const after = (COSIGNED_AT + 1) * 1000;

  test('is known by its mark wherever it stands in the keyring', async () => {
    const keyring = [{ keyId: SIGNER.keyId, publicKey: SIGNER.publicKey }, ...ring(before), ...ring(after)];
    const { verdicts } = await verifyRecord(sealed.record, { keyring, evidence: { receipt, policy: policyOf(2) } });
    expect(short(verdicts[0]!)).toBe('fail runseal.key_compromised');
  });

  test('is known by its mark under any of its names', async () => {
    const alias = { ...SIGNER, keyId: 'alias', sign: SIGNER.sign.bind(SIGNER) };
    const { record } = await sealRun(nativeRun(), alias);
    const keyring = [{ keyId: 'alias', publicKey: SIGNER.publicKey }];
    expect((await verifyRecord(record, { keyring })).verdicts[0]!.state).toBe('pass');
    const { verdicts } = await verifyRecord(record, { keyring: [...keyring, ...ring(after)] });
    expect(short(verdicts[0]!)).toBe('fail runseal.key_compromised');
  });

  test('that was changed as well is said to be changed', async () => {
    const { events, checkpoint } = decodeRecord(sealed.record);
    const record = encodeRecord({ events: events.slice(1), checkpoint });
    const { verdicts } = await verifyRecord(record, { keyring: ring(before) });
    expect(short(verdicts[0]!)).toBe('fail record.size_mismatch');
  });

  test('is not touched by the mark of another key', async () => {
    const keyring = [SIGNER, { keyId: OTHER_SIGNER.keyId, publicKey: OTHER_SIGNER.publicKey, compromisedAt: 0 }];
    expect((await verifyRecord(sealed.record, { keyring })).verdicts[0]!.state).toBe('pass');
  });

  test('counts by when the last of a quorum had signed, not by when the first one had', async () => {
    const late = { w1: COSIGNED_AT, w2: COSIGNED_AT + 50, w3: COSIGNED_AT + 100 };
    const slow = await receiptFor(sealEntry(sealed.record), ['w3', 'w2', 'w1'], { at: late });
    const at = async (quorum: number, second: number) =>
      (await integrity({ receipt: slow, policy: policyOf(quorum) }, (COSIGNED_AT + second) * 1000))[0];
    for (const [quorum, second] of [
      [1, 1],
      [2, 51],
      [3, 101],
    ] as const) {
      expect(await at(quorum, second)).toBe('pass');
      expect(await at(quorum, second - 1)).toBe('fail runseal.key_compromised');
    }
  });

  test('counts when a quorum had seen its seal before', async () => {
    const [verdict, , independence] = await integrity({ receipt, policy: policyOf(2) }, after);
    expect([verdict, independence]).toEqual(['pass', 'pass']);
  });

  test('counts only when the second in which it was seen was over', async () => {
    const evidence = { receipt, policy: policyOf(2) };
    expect((await integrity(evidence, after - 1))[0]).toBe('fail runseal.key_compromised');
  });

  test.each([
    ['nobody had seen it', {}, after],
    ['too few had', { policy: 3 }, after],
    ['they saw it only afterwards', { policy: 2 }, before],
  ])('fails when %s', async (_, { policy }: { policy?: number }, since) => {
    const evidence = policy === undefined ? {} : { receipt, policy: policyOf(policy) };
    const [verdict, ...others] = await integrity(evidence, since);
    expect(verdict).toBe('fail runseal.key_compromised');
    expect(others.filter((state) => state === 'pass')).toEqual([]);
  });
});
