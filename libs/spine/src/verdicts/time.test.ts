import { openAuthority, type Authority } from '../../../../test/time/authority.ts';
import { policyOf, receiptFor, sealEntry } from '../../fixtures/receipts.ts';
import { KEYRING, nativeRun, sealRun, type Sealed } from '../../fixtures/runs.ts';
import { decodeRecord } from '../record.ts';
import { askAuthority, parseAnchors } from '../time/index.ts';
import type { Evidence } from '../verdicts.ts';
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

test('A seal that a trusted authority had seen outlives the compromise of its key, and no other does', async () => {
  const later = Date.now() + 3_600_000;
  expect((await judged({ timeToken, timeAnchors }, later)).integrity.state).toBe('pass');
  const code = 'runseal.key_compromised';
  expect((await judged({ timeToken }, later)).integrity).toMatchObject({ state: 'fail', code });
  const before = Date.now() - 3_600_000;
  expect((await judged({ timeToken, timeAnchors }, before)).integrity).toMatchObject({ state: 'fail', code });
});
