import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openAuthority, openssl, revocationList, type Authority } from '../../../../test/time/authority.ts';
import { askAuthority, parseAnchors, parseRevocations, verifyTimeToken } from './index.ts';

const SEAL = new TextEncoder().encode('a checkpoint');
let authority: Authority;
let anchors: readonly Uint8Array[];
let token: Uint8Array;

beforeAll(async () => {
  authority = await openAuthority();
  anchors = parseAnchors(authority.root);
  const made = await askAuthority({ url: authority.url, timeoutMs: 10_000, anchors }, SEAL);
  ({ token } = made);
  // Dates of openssl have whole seconds: what is revoked from here on was revoked later.
  while (Date.now() < made.statement.at + 1000) await pause(20);
});
afterAll(() => authority.close());

const judged = async (...lists: string[]) => verifyTimeToken(token, SEAL, anchors, lists.flatMap(parseRevocations));

/** What openssl says of the same token with the same list. */
async function openssls(list: string): Promise<boolean> {
  await writeFile(join(authority.folder, 'trust.pem'), authority.root + list);
  await writeFile(join(authority.folder, 'token'), token);
  await writeFile(join(authority.folder, 'seal'), SEAL);
  const args = ['-verify', '-token_in', '-in', 'token', '-data', 'seal', '-CAfile', 'trust.pem', '-crl_check'];
  return openssl(authority.folder, 'ts', ...args).then(
    () => true,
    () => false,
  );
}

test('Without a list nothing is said about revocation', async () => {
  expect(await judged()).toMatchObject({ trusted: true, revocation: null });
});

test('A list that does not name the certificate is told with its date, and openssl agrees', async () => {
  const list = await revocationList(authority);
  const { trusted, revocation } = await judged(list);
  expect([trusted, revocation?.revokedAt]).toEqual([true, null]);
  expect(Math.abs(revocation!.asOf - Date.now())).toBeLessThan(3_600_000);
  expect(await openssls(list)).toBe(true);
});

test.each(['keyCompromise', 'CACompromise', ''])('Revoked for "%s", nothing it ever signed counts', async (reason) => {
  const list = await revocationList(authority, reason);
  const said = await judged(await revocationList(authority), list);
  expect(said).toMatchObject({ trusted: false, revocation: { earlierGood: false } });
  expect(said.revocation!.revokedAt).toBeGreaterThan(said.at);
  expect(await openssls(list)).toBe(false);
});

test.each(['superseded', 'cessationOfOperation', 'affiliationChanged'])(
  'Revoked as %s after the token was made, the token goes on counting (RFC 3161, 4)',
  async (reason) => {
    const said = await judged(await revocationList(authority, reason));
    expect(said).toMatchObject({ trusted: true, revocation: { earlierGood: true } });
    expect(said.revocation!.revokedAt).toBeGreaterThan(said.at);
  },
);

test('A list by somebody else, or one that was changed, says nothing', async () => {
  const stranger = await openAuthority();
  const theirs = await revocationList(stranger, 'keyCompromise');
  expect(await judged(theirs)).toMatchObject({ trusted: true, revocation: null });
  // Its name is the same, and the reader trusts it for tokens of its own.
  const both = [...anchors, ...parseAnchors(stranger.root)];
  const said = await verifyTimeToken(token, SEAL, both, parseRevocations(theirs));
  expect(said).toMatchObject({ trusted: true, revocation: null });
  await stranger.close();
  const [list] = parseRevocations(await revocationList(authority, 'keyCompromise'));
  const changed = list!.slice();
  changed[changed.length - 8] = changed[changed.length - 8]! ^ 1;
  expect(await verifyTimeToken(token, SEAL, anchors, [changed])).toMatchObject({ trusted: true, revocation: null });
});

test('What is no list is named', async () => {
  await expect(verifyTimeToken(token, SEAL, anchors, [new Uint8Array(9)])).rejects.toMatchObject({
    code: 'runseal.time_anchor',
  });
  expect(() => parseRevocations('-----BEGIN X509 CRL-----\nA\n-----END X509 CRL-----')).toThrow(
    expect.objectContaining({ code: 'runseal.time_anchor' }) as Error,
  );
  expect(parseRevocations(await readFile(join(authority.folder, 'root.pem'), 'utf8'))).toEqual([]);
});
