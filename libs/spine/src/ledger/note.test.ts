import { SpineError } from '../errors.ts';
import { verifySignature } from '../signature.ts';
import { cosignedAt } from './cosignature.ts';
import { openHead } from './head.ts';
import { formatNote, formatVkey, noteKey, NOTE_COSIGNATURE, parseNote, parseVkey, signaturesBy } from './note.ts';
import { signerFromSeed } from '../node/index.ts';
import { cosign } from './cosignature.ts';
import { signHead } from './head.ts';

// The example printed in c2sp.org/signed-note.
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const exampleNote = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

describe('signed notes', () => {
  it('verify the example of the specification', async () => {
    const key = parseVkey(exampleKey);
    const note = parseNote(exampleNote);
    const [signature] = signaturesBy(note, key);
    expect(await verifySignature(key.publicKey, new TextEncoder().encode(note.text), signature!.signature)).toBe(true);
    expect(formatVkey(key)).toBe(exampleKey);
    expect(formatNote(note)).toBe(exampleNote);
  });

  it.each([
    ['no empty line', 'text\n— a AAAAAAA=\n'],
    ['no line feed at the end', exampleNote.slice(0, -1)],
    ['another letter for its last line feed', `${exampleNote.slice(0, -1)}x`],
    ['a control character', exampleNote.replace('This', 'Th\u0007is')],
    ['a lone surrogate', exampleNote.replace('This', 'Th\ud800is')],
    ['a key name with a plus sign', exampleNote.replace('example.com/foo Uw', 'example.com+foo Uw')],
    ['base64 with left-over bits', exampleNote.replace('aQM=', 'aQN=')],
    ['no text', `\n\n${exampleNote.split('\n\n')[1]!}`],
    ['words before a signature', exampleNote.replace('— ', 'x— ')],
    ['words behind a signature', exampleNote.replace('aQM=\n', 'aQM= x\n')],
    ['a signature of no more than its key id', `x\n\n— a AAAAAA==\n`],
    ['more than 64 KiB', `${'x'.repeat(64 * 1024)}\n\n— a AAAAAAA=\n`],
    ['more signatures than are read', `x\n\n${'— a AAAAAAA=\n'.repeat(65)}`],
  ])('refuse %s', (_what, source) => {
    expect(codeOf(() => parseNote(source))).toBe('runseal.ledger_malformed');
  });

  it('may be as short and as long as the limits say', () => {
    expect(parseNote('x\n\n— a AAAAAAA=\n')).toEqual({
      text: 'x\n',
      signatures: [{ name: 'a', id: '00000000', signature: new Uint8Array(1) }],
    });
    expect(parseNote(`x\n\n${'— a AAAAAAA=\n'.repeat(64)}`).signatures).toHaveLength(64);
    const tail = '\n\n— a AAAAAAA=\n';
    const text = 'x'.repeat(64 * 1024 - tail.length);
    expect(parseNote(text + tail).text).toBe(`${text}\n`);
  });

  it.each([
    ['is empty', ''],
    ['lacks its key', 'example.com/foo+530d903a'],
    ['has words before it', `x ${exampleKey}`],
    ['has words behind it', `${exampleKey} x`],
    ['holds no 32 bytes', `${exampleKey.slice(0, exampleKey.lastIndexOf('+'))}+AQ==`],
  ])('refuse a verifier key that %s', (_what, text) => {
    expect(codeOf(() => parseVkey(text))).toBe('runseal.ledger_malformed');
  });

  it.each(['', 'a b', 'a+b', 'a\n'])('know no key called %j', (name) => {
    expect(codeOf(() => noteKey(name, 1, new Uint8Array(32)))).toBe('runseal.ledger_malformed');
  });

  it('know no key that is not 32 bytes', () => {
    for (const length of [0, 31, 33])
      expect(codeOf(() => noteKey('a', 1, new Uint8Array(length)))).toBe('runseal.ledger_malformed');
  });

  it('refuse a verifier key whose id is not its own', () => {
    expect(codeOf(() => parseVkey(exampleKey.replace('530d903a', '530d903b')))).toBe('runseal.ledger_malformed');
  });
});

describe('heads and cosignatures', () => {
  const log = signerFromSeed(new Uint8Array(32).fill(1));
  const witness = signerFromSeed(new Uint8Array(32).fill(2));
  const head = { origin: 'log.example/one', size: 3, root: new Uint8Array(32).fill(7), extensions: [] };
  const logKey = noteKey(head.origin, 1, log.publicKey);

  it('open under the key of the log and carry a cosignature with its time', async () => {
    const { note } = await openHead(await signHead(head, log), [logKey], verifySignature);
    const line = await cosign(note.text, 'witness.example/w1', witness, 1_700_000_000);
    const cosigned = { ...note, signatures: [...note.signatures, line] };
    const opened = await openHead(formatNote(cosigned), [logKey], verifySignature);
    expect(opened.head).toEqual(head);
    const witnessKey = noteKey('witness.example/w1', NOTE_COSIGNATURE, witness.publicKey);
    expect(await cosignedAt(opened.note, witnessKey, verifySignature)).toBe(1_700_000_000);
    const other = noteKey('witness.example/w1', NOTE_COSIGNATURE, log.publicKey);
    expect(await cosignedAt(opened.note, other, verifySignature)).toBeNull();
  });

  it('are refused when another size is put under the signature', async () => {
    const forged = (await signHead(head, log)).replace('\n3\n', '\n4\n');
    await expect(openHead(forged, [logKey], verifySignature)).rejects.toMatchObject({
      code: 'runseal.ledger_signature_invalid',
    });
  });

  it('are refused when no trusted key signed them', async () => {
    const foreign = noteKey(head.origin, 1, witness.publicKey);
    await expect(openHead(await signHead(head, log), [foreign], verifySignature)).rejects.toMatchObject({
      code: 'runseal.ledger_unknown_log',
    });
  });
});

function codeOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof SpineError ? error.code : `not ours: ${String(error)}`;
  }
}
