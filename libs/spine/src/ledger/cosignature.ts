/**
 * Cosignatures (c2sp.org/tlog-cosignature, Ed25519, v1): a witness states that, at this second, this was the largest
 * consistent head of that log it had seen.
 */
import type { Signer } from '../keys.ts';
import type { SignatureVerifier } from '../signature.ts';
import { noteKey, NOTE_COSIGNATURE, signaturesBy, type Note, type NoteKey, type NoteSignature } from './note.ts';

const utf8 = new TextEncoder();

/** @param time POSIX seconds. */
export async function cosign(
  noteText: string,
  name: string,
  signer: Pick<Signer, 'publicKey' | 'sign'>,
  time: number,
): Promise<NoteSignature> {
  const signature = await signer.sign(cosignedMessage(noteText, BigInt(time)));
  const stamped = new Uint8Array(8 + signature.length);
  new DataView(stamped.buffer).setBigUint64(0, BigInt(time));
  stamped.set(signature, 8);
  return { name, id: noteKey(name, NOTE_COSIGNATURE, signer.publicKey).id, signature: stamped };
}

/** @returns POSIX seconds of the witness's valid cosignature on the note, or null when it gave none. */
export async function cosignedAt(note: Note, witness: NoteKey, verify: SignatureVerifier): Promise<number | null> {
  for (const { signature } of signaturesBy(note, witness)) {
    if (witness.type !== NOTE_COSIGNATURE || signature.length !== 72) continue;
    const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    if (time > BigInt(Number.MAX_SAFE_INTEGER)) continue;
    if (await verify(witness.publicKey, cosignedMessage(note.text, time), signature.subarray(8))) return Number(time);
  }
  return null;
}

function cosignedMessage(noteText: string, time: bigint): Uint8Array {
  return utf8.encode(`cosignature/v1\ntime ${time.toString()}\n${noteText}`);
}
