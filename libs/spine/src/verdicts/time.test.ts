import { openAuthority, type Authority } from '../../../../test/time/authority.ts';
import { policyOf, receiptFor, sealEntry } from '../../fixtures/receipts.ts';
import { KEYRING, nativeRun, sealRun, type Sealed } from '../../fixtures/runs.ts';
import { decodeRecord } from '../record.ts';
import { askAuthority, parseAnchors } from '../time/index.ts';
import { encodeSlice, verifySlice } from '../slice/index.ts';
import type { Evidence, TrustedKey } from '../verdicts.ts';
import { verifyRecord } from '../verify.ts';

let authority: Authority;
let sealed: Sealed;
let receipt: string;
let timeToken: Uint8Array;
let timeAnchors: readonly Uint8Array[];

beforeAll(async () => {
  authority = await openAuthority();
  timeAnchors = parseAnchors(authority.root);
  sealed = await sealRun(nativeRun());
  receipt = await receiptFor(sealEntry(sealed.record), ['w1', 'w3']);
  ({ token: timeToken } = await stamp(decodeRecord(sealed.record).checkpoint));
});
afterAll(() => authority.close());

const stamp = (bytes: Uint8Array) => askAuthority({ url: authority.url, timeoutMs: 10_000, anchors: [] }, bytes);

async function judged(evidence: Evidence, since?: number) {
  const keyring = KEYRING.map((key) => (since === undefined ? key : { ...key, compromisedAt: since }));
  const report = await verifyRecord(sealed.record, { keyring, evidence });
  const independence = report.verdicts.find(({ name }) => name === 'independence')!;
  return { report, independence, integrity: report.verdicts[0]!, short: [independence.state, independence.code] };
}

test('A token makes no verdict better than it was, and says what it says', async () => {
  const alone = await judged({ timeToken, timeAnchors });
  expect(alone.short).toEqual(['absent', 'runseal.unwitnessed']);
  expect(alone.independence.sentence).toMatch(
    /The time authority Test Authority, which you trust, states that this seal existed on 20.*to within 1 s.*revoked was not looked at/,
  );
  expect(alone.report.time).toMatchObject({ authority: 'Test Authority', trusted: true });
  const witnessed = await judged({ timeToken, timeAnchors, receipt, policy: policyOf(2) });
  expect(witnessed.short).toEqual(['pass', null]);
  expect((await judged({ timeToken, timeAnchors, receipt })).short).toEqual(['warn', 'runseal.not_witnessed']);
});

test('Without an authority the reader trusts, a token counts for nothing, and that is said', async () => {
  const { independence, report } = await judged({ timeToken });
  expect([independence.state, independence.code]).toEqual(['absent', 'runseal.unwitnessed']);
  expect(independence.sentence).toContain('counts for nothing: you named no time authority you trust');
  expect(report.time).toMatchObject({ trusted: false });
  const stranger = await openAuthority();
  const strange = await judged({ timeToken, timeAnchors: parseAnchors(stranger.root) });
  expect(strange.independence.sentence).toContain('none of the authorities you named vouches for it');
  await stranger.close();
});

test('A token of another seal fails independence, whatever the witnesses say', async () => {
  const { token } = await stamp(new TextEncoder().encode('another seal'));
  const { short, report } = await judged({ timeToken: token, timeAnchors, receipt, policy: policyOf(2) });
  expect(short).toEqual(['fail', 'runseal.time_mismatch']);
  expect(report.time).toBeUndefined();
  const noise = await judged({ timeToken: new Uint8Array(40), timeAnchors });
  expect(noise.short).toEqual(['fail', 'runseal.time_malformed']);
});

test('A token that does not hold takes nothing back that the receipt already says', async () => {
  const other = await receiptFor({ ...sealEntry(sealed.record), size: 3 }, ['w1']);
  const noise = await judged({ timeToken: new Uint8Array(40), timeAnchors, receipt: other, policy: policyOf(1) });
  expect(noise.short).toEqual(['fail', 'runseal.receipt_mismatch']);
});

test('A slice says by when its seal was seen as the record does', async () => {
  const { events, checkpoint } = decodeRecord(sealed.record);
  const indexes = events.map((_, index) => index);
  const slice = encodeSlice({ size: events.length, indexes, events, hashes: [], checkpoint });
  const said = async (bytes: Uint8Array, evidence: Evidence, keyring: readonly TrustedKey[] = KEYRING) =>
    (await verifySlice(bytes, { keyring, evidence })).time;
  expect(await said(slice, { timeToken, timeAnchors })).toMatchObject({ trusted: true });
  expect(await said(slice, {})).toBeUndefined();
  expect(await said(slice, { timeToken, timeAnchors }, [])).toBeUndefined();
});

test('Of witnesses and an authority, the earlier one counts', async () => {
  const now = Math.floor(Date.now() / 1000);
  const seen = async (second: number) => {
    const at = { w1: now + second, w3: now + second };
    const evidence = { receipt: await receiptFor(sealEntry(sealed.record), ['w1', 'w3'], { at }), policy: policyOf(2) };
    return (await judged({ ...evidence, timeToken, timeAnchors }, (now + 3600) * 1000)).integrity.state;
  };
  expect(await seen(7200)).toBe('pass');
  expect(await seen(-7200)).toBe('pass');
});

test('A seal that a trusted authority had seen outlives the compromise of its key, and no other does', async () => {
  const later = Date.now() + 3_600_000;
  expect((await judged({ timeToken, timeAnchors }, later)).integrity.state).toBe('pass');
  const code = 'runseal.key_compromised';
  expect((await judged({ timeToken }, later)).integrity).toMatchObject({ state: 'fail', code });
  const before = Date.now() - 3_600_000;
  expect((await judged({ timeToken, timeAnchors }, before)).integrity).toMatchObject({ state: 'fail', code });
});
