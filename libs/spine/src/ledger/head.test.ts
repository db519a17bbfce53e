import { refusal } from '../../fixtures/refusal.ts';
import { signerFromSeed } from '../node/index.ts';
import { verifySignature } from '../signature.ts';
import { cosign } from './cosignature.ts';
import { formatHead, openHead, parseHead, signHead } from './head.ts';
import { formatNote, noteKey, NOTE_COSIGNATURE, NOTE_ED25519, type NoteSignature } from './note.ts';

const origin = 'log.example/one';
const log = signerFromSeed(new Uint8Array(32).fill(1));
const other = signerFromSeed(new Uint8Array(32).fill(2));
const head = { origin, size: 3, root: new Uint8Array(32).fill(7), extensions: [] };
const text = formatHead(head);
const key = noteKey(origin, NOTE_ED25519, log.publicKey);
const utf8 = new TextEncoder();

const open = (signatures: readonly NoteSignature[], keys = [key]) =>
  openHead(formatNote({ text, signatures }), keys, verifySignature);
const signedAs = async ({ name, id }: { name: string; id: string }, signer = log): Promise<NoteSignature> => ({
  name,
  id,
  signature: await signer.sign(utf8.encode(text)),
});

describe('a head', () => {
  it('reads back as it was written, of any size a number can count', () => {
    for (const size of [0, 1, 10, Number.MAX_SAFE_INTEGER])
      expect(parseHead(formatHead({ ...head, size, extensions: ['more'] }))).toEqual({
        ...head,
        size,
        extensions: ['more'],
      });
  });

  const [, size, root] = text.split('\n') as [string, string, string];
  it.each([
    ['ends without a line feed', `${text}more`],
    ['has no root', `${origin}\n3\n`],
    ['holds an empty line', `${text}\n`],
    ['has no origin', text.replace(origin, '')],
    ['has a size with a zero before it', text.replace(`\n${size}\n`, '\n03\n')],
    ['has a size with a sign', text.replace(`\n${size}\n`, '\n-3\n')],
    ['has a size with something behind it', text.replace(`\n${size}\n`, '\n3 \n')],
    ['has a size that no number holds', text.replace(`\n${size}\n`, '\n9007199254740992\n')],
    ['has a root of 31 bytes', text.replace(root, Buffer.alloc(31).toString('base64'))],
    ['has a root of 33 bytes', text.replace(root, Buffer.alloc(33).toString('base64'))],
    ['has a root with left-over bits', text.replace(root, root.replace(/.=$/u, 'd='))],
  ])('is none when it %s', (_, source) => {
    expect(source).not.toBe(text);
    expect(() => parseHead(source)).toThrow(refusal('runseal.ledger_malformed'));
  });

  it('opens when its log signed it', async () => {
    expect((await openHead(await signHead(head, log), [key], verifySignature)).head).toEqual(head);
  });

  it('is of no log you trust when a trusted key signed it under another name', async () => {
    const elsewhere = noteKey('log.example/two', NOTE_ED25519, log.publicKey);
    await expect(open([await signedAs(elsewhere)], [elsewhere])).rejects.toThrow(refusal('runseal.ledger_unknown_log'));
  });

  it('is not signed by a witness, whatever that one signs', async () => {
    const witness = noteKey(origin, NOTE_COSIGNATURE, other.publicKey);
    const bare = await signedAs(witness, other);
    for (const line of [bare, await cosign(text, origin, other, 1_700_000_000)])
      await expect(open([line], [key, witness])).rejects.toThrow(refusal('runseal.ledger_unknown_log'));
  });

  it('is spoilt by one signature in the name of its log that does not verify, wherever it stands', async () => {
    const [good, bad] = [await signedAs(key), await signedAs(key, other)];
    for (const signatures of [[good, bad], [bad, good], [bad]])
      await expect(open(signatures)).rejects.toThrow(refusal('runseal.ledger_signature_invalid'));
    expect((await open([good, good])).head).toEqual(head);
  });

  it('is not signed by a line that bears the number of its key and another name', async () => {
    const line = await signedAs({ name: 'log.example/two', id: key.id });
    await expect(open([line])).rejects.toThrow(refusal('runseal.ledger_unknown_log'));
  });

  it('is not signed where nobody did', async () => {
    await expect(open([await signedAs(key)], [])).rejects.toThrow(refusal('runseal.ledger_unknown_log'));
  });
});
