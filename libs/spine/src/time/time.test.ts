import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentInfo, SignedData } from 'pkijs';
import { openAuthority, openssl, type Authority, type Manner } from '../../../../test/time/authority.ts';
import { askAuthority, parseAnchors, requestFor, verifyTimeToken } from './index.ts';

const SEAL = new TextEncoder().encode('a checkpoint');
let authority: Authority;
let anchors: readonly Uint8Array[];

beforeAll(async () => {
  authority = await openAuthority();
  anchors = parseAnchors(authority.root);
});
afterAll(() => authority.close());
beforeEach(() => (authority.manner = 'honest'));

const ask = (manner: Manner = 'honest', timeoutMs = 10_000) => {
  authority.manner = manner;
  return askAuthority({ url: authority.url, timeoutMs, anchors }, SEAL);
};

test('A token says who saw the bytes and when, and another tool agrees', async () => {
  const before = Date.now();
  const { token, statement } = await ask();
  expect(statement).toMatchObject({
    authority: 'Test Authority',
    accuracyMs: 1000,
    policy: '1.2.3.4.1',
    trusted: true,
  });
  // The authority's clock knows seconds.
  expect(statement.at).toBeGreaterThanOrEqual(before - 1000);
  expect(statement.at).toBeLessThanOrEqual(Date.now());
  await writeFile(join(authority.folder, 'seal'), SEAL);
  await writeFile(join(authority.folder, 'token'), token);
  const args = ['-verify', '-token_in', '-in', 'token', '-data', 'seal', '-CAfile', 'root.pem'];
  expect((await openssl(authority.folder, 'ts', ...args)).stdout).toContain('Verification: OK');
});

test('Who trusts nobody is told that the token holds, and that it is not trusted', async () => {
  const { token } = await ask();
  expect(await verifyTimeToken(token, SEAL, [])).toMatchObject({ trusted: false });
  const stranger = await openAuthority();
  expect(await verifyTimeToken(token, SEAL, parseAnchors(stranger.root))).toMatchObject({ trusted: false });
  const strange = askAuthority({ url: authority.url, timeoutMs: 10_000, anchors: parseAnchors(stranger.root) }, SEAL);
  await expect(strange).rejects.toMatchObject({ code: 'runseal.time_untrusted' });
  await stranger.close();
});

test.each<[Manner, string]>([
  ['other imprint', 'runseal.time_mismatch'],
  ['other nonce', 'runseal.time_mismatch'],
  ['refusing', 'runseal.time_refused'],
  ['expired', 'runseal.time_certificate_invalid'],
  ['oversized', 'runseal.time_unreachable'],
  ['elsewhere', 'runseal.time_unreachable'],
  ['a page', 'runseal.time_unreachable'],
])('An authority that is %s is not believed', async (manner, code) => {
  await expect(ask(manner)).rejects.toMatchObject({ code });
});

test('An authority that is silent, or not there, is given up', async () => {
  await expect(ask('silent', 200)).rejects.toMatchObject({ code: 'runseal.time_unreachable' });
  const nobody = askAuthority({ url: 'http://127.0.0.1:9/', timeoutMs: 5_000, anchors }, SEAL);
  await expect(nobody).rejects.toMatchObject({ code: 'runseal.time_unreachable' });
});

test('A token for other bytes, or one that was changed anywhere, says nothing', async () => {
  const { token } = await ask();
  const other = verifyTimeToken(token, new TextEncoder().encode('another'), anchors);
  await expect(other).rejects.toMatchObject({ code: 'runseal.time_mismatch' });
  const { at } = await verifyTimeToken(token, SEAL, anchors);
  let refused = 0;
  // A stride that meets every field; each byte once takes half a minute.
  for (let place = token.length % 17; place < token.length; place += 17) {
    const changed = token.slice();
    changed[place] = changed[place]! ^ 0x01;
    try {
      const said = await verifyTimeToken(changed, SEAL, anchors);
      // What is outside of every signature may differ (the wrapping's own digest list); the time may not.
      if (said.trusted) expect(said.at).toBe(at);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^runseal\.time_/) as string });
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(token.length / 17 / 2);
});

test('A token whose dates were changed says nothing, or what it said', async () => {
  const { token } = await ask();
  const { at } = await verifyTimeToken(token, SEAL, anchors);
  const UTC_TIME = [0x17, 13];
  const dates = [...token.keys()].filter((n) => token[n] === UTC_TIME[0] && token[n + 1] === UTC_TIME[1]);
  expect(dates.length).toBeGreaterThan(1);
  for (const date of dates)
    for (let n = 0; n < UTC_TIME[1]!; n += 1) {
      const changed = token.slice();
      changed[date + 2 + n] = changed[date + 2 + n]! ^ 0x01;
      const said = await verifyTimeToken(changed, SEAL, anchors).catch((error: unknown) => error);
      const code = expect.stringMatching(/^runseal\.time_/) as string;
      expect(said).toMatchObject(said instanceof Error ? { code } : { at });
    }
});

test.each([
  ['a certificate for servers', ['-signer', 'server.pem', '-cades']],
  ['a certificate that its signature does not name', ['-signer', 'tsa.pem']],
])('A token signed with %s is refused', async (_, signing) => {
  const { token } = await ask();
  const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token)).content });
  await writeFile(join(authority.folder, 'info'), Buffer.from(signed.encapContentInfo.eContent!.getValue()));
  const files = ['-in', 'info', '-out', 'forged', '-outform', 'DER', '-inkey', 'tsa.key', '-md', 'sha256'];
  const type = ['-binary', '-nodetach', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
  await openssl(authority.folder, 'cms', '-sign', ...files, ...type, ...signing);
  const forged = new Uint8Array(await readFile(join(authority.folder, 'forged')));
  await expect(verifyTimeToken(forged, SEAL, anchors)).rejects.toMatchObject({
    code: 'runseal.time_certificate_invalid',
  });
});

test.each([
  ['nothing', new Uint8Array()],
  ['noise', new Uint8Array(300).fill(0x30)],
  ['a request', requestFor(SEAL).bytes],
  ['more than any token', new Uint8Array(100_000)],
])('%s is no token', async (_, bytes) => {
  await expect(verifyTimeToken(bytes, SEAL, anchors)).rejects.toMatchObject({ code: 'runseal.time_malformed' });
});

test('A request is what another tool reads', async () => {
  await writeFile(join(authority.folder, 'asked'), requestFor(SEAL).bytes);
  const { stdout } = await openssl(authority.folder, 'ts', '-query', '-in', 'asked', '-text');
  expect(stdout).toMatch(/Hash Algorithm: sha256[\s\S]*Nonce: 0x[0-9A-F]{32}[\s\S]*Certificate required: yes/);
});

test('Anchors that are none are named', () => {
  expect(() => parseAnchors('hello')).toThrow(expect.objectContaining({ code: 'runseal.time_anchor' }) as Error);
});
