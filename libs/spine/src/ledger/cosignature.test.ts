import { signerFromSeed } from '../node/index.ts';
import { verifySignature } from '../signature.ts';
import { cosign, cosignedAt } from './cosignature.ts';
import { noteKey, NOTE_COSIGNATURE, NOTE_ED25519, type NoteSignature } from './note.ts';

const text = 'log.example\n3\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n';
const name = 'witness.example/w1';
const signer = signerFromSeed(new Uint8Array(32).fill(2));
const witness = noteKey(name, NOTE_COSIGNATURE, signer.publicKey);
const TIME = 1_700_000_000;

const at = (...signatures: readonly NoteSignature[]) => cosignedAt({ text, signatures }, witness, verifySignature);
const changed = (line: NoteSignature, place: number): NoteSignature => ({
  ...line,
  signature: line.signature.with(place, line.signature[place]! ^ 1),
});

test('a cosignature is the word of its witness: the time, the text and the signature hold together', async () => {
  const line = await cosign(text, name, signer, TIME);
  expect(await at(line)).toBe(TIME);
  for (let place = 0; place < line.signature.length; place += 1) expect(await at(changed(line, place))).toBeNull();
  expect(
    await cosignedAt({ text: text.replace('\n3\n', '\n4\n'), signatures: [line] }, witness, verifySignature),
  ).toBeNull();
});

test('somebody else who signs in the name of a witness is not heard', async () => {
  const line = await cosign(text, name, signerFromSeed(new Uint8Array(32).fill(3)), TIME);
  expect(await at({ ...line, id: witness.id })).toBeNull();
});

test('a signature that does not hold is passed over, and the next one counts', async () => {
  const line = await cosign(text, name, signer, TIME);
  const short = [1, 8, 64, 71].map((length) => ({ ...line, signature: line.signature.slice(0, length) }));
  const long = { ...line, signature: Uint8Array.of(...line.signature, 0) };
  expect(await at(...short, long, changed(line, 20))).toBeNull();
  expect(await at(...short, long, changed(line, 20), line)).toBe(TIME);
});

test('a time that no number holds is none, however well it is signed', async () => {
  const line = (time: number): Promise<NoteSignature> => cosign(text, name, signer, time);
  expect(await at(await line(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  expect(await at(await line(Number.MAX_SAFE_INTEGER + 1))).toBeNull();
  expect(await at(await line(Number.MAX_SAFE_INTEGER + 1), await line(TIME))).toBe(TIME);
});

test('a key of a log is no witness', async () => {
  const asLog = noteKey(name, NOTE_ED25519, signer.publicKey);
  const line = { ...(await cosign(text, name, signer, TIME)), id: asLog.id };
  expect(await cosignedAt({ text, signatures: [line] }, asLog, verifySignature)).toBeNull();
});
