/** A mark on a key counts wherever the key comes from: listed again, called otherwise, or named by the policy. */
import { generateSigner } from '@runseal/spine/node';
import { formatVkey, noteKey, NOTE_ED25519, parsePolicy } from '@runseal/spine/ledger';
import { SpineError, type TrustedKey } from '@runseal/spine';
import { trusting } from './ledger-keys.ts';

const origin = 'ledger.example';
const [lost, good] = [generateSigner(), generateSigner()].map(({ keyId, publicKey }) => ({ keyId, publicKey })) as [
  TrustedKey,
  TrustedKey,
];
const MARKED = { ...lost, compromisedAt: 0 };
const policy = parsePolicy(`log ${formatVkey(noteKey(origin, NOTE_ED25519, lost.publicKey))}\nquorum none`);

const counting = async (keyring: readonly TrustedKey[], by?: typeof policy) =>
  (await trusting({ origin, keyring, policy: by }, (keys) => Promise.resolve(keys))).map(({ publicKey }) => publicKey);

test('A key counts for the ledger it is trusted for', async () => {
  expect(await counting([lost, { ...good, origin }])).toEqual([lost.publicKey, good.publicKey]);
  expect(await counting([{ ...lost, origin: 'another' }, good])).toEqual([good.publicKey]);
  expect(await counting([good], policy)).toEqual([lost.publicKey]);
});

test('A marked key counts for none', async () => {
  expect(await counting([MARKED, good])).toEqual([good.publicKey]);
  expect(await counting([lost, good, MARKED])).toEqual([good.publicKey]);
  expect(await counting([{ ...lost, keyId: 'alias' }, good, MARKED])).toEqual([good.publicKey]);
  expect(await counting([good, MARKED], policy)).toEqual([]);
});

test('A head that nobody else signed is said to be under a marked key', async () => {
  const unsigned = () => Promise.reject(new SpineError('runseal.ledger_unknown_log', 'nobody'));
  await expect(trusting({ origin, keyring: [MARKED], policy }, unsigned)).rejects.toMatchObject({
    code: 'runseal.key_compromised',
  });
});
