/**
 * Heads of the ledger: C2SP tlog-checkpoints. Origin, size and root, signed by the log as a note.
 */
import type { Signer } from '../keys.ts';
import type { SignatureVerifier } from '../signature.ts';
import { SpineError } from '../errors.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { formatNote, noteKey, NOTE_ED25519, parseNote, signaturesBy, type Note, type NoteKey } from './note.ts';

export interface LedgerHead {
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly extensions: readonly string[];
}

const utf8 = new TextEncoder();

/** The note text a log signs. */
export function formatHead(head: LedgerHead): string {
  return [head.origin, String(head.size), toBase64(head.root), ...head.extensions].map((line) => `${line}\n`).join('');
}

/** Reads a note text as a head, without verifying anything. @throws SpineError `runseal.ledger_malformed` */
export function parseHead(text: string): LedgerHead {
  const lines = text.slice(0, -1).split('\n');
  const [origin, size, root, ...extensions] = lines;
  if (!text.endsWith('\n') || lines.length < 3 || lines.includes(''))
    throw malformed('A head has three or more lines, none empty.');
  if (!/^(0|[1-9][0-9]{0,15})$/u.test(size!) || !Number.isSafeInteger(Number(size)))
    throw malformed('The size of the head is not a number of leaves.');
  const hash = fromBase64(root!, 'The root of the head');
  if (hash.length !== 32) throw malformed('The root of the head is not 32 bytes.');
  return { origin: origin!, size: Number(size), root: hash, extensions };
}

/** Signs a head under its own origin as key name. @returns the note, ready to be published. */
export async function signHead(head: LedgerHead, signer: Pick<Signer, 'publicKey' | 'sign'>): Promise<string> {
  const text = formatHead(head);
  const key = noteKey(head.origin, NOTE_ED25519, signer.publicKey);
  const signature = await signer.sign(utf8.encode(text));
  return formatNote({ text, signatures: [{ name: key.name, id: key.id, signature }] });
}

export interface OpenedHead {
  readonly head: LedgerHead;
  readonly note: Note;
}

/**
 * Opens a head signed by one of the keys. A signature that names a trusted key and does not verify spoils the whole note.
 *
 * @throws SpineError `runseal.ledger_malformed`, `runseal.ledger_unknown_log` when no trusted key signed it,
 * `runseal.ledger_signature_invalid`
 */
export async function openHead(
  source: string,
  keys: readonly NoteKey[],
  verify: SignatureVerifier,
): Promise<OpenedHead> {
  const note = parseNote(source);
  const head = parseHead(note.text);
  let signed = false;
  for (const key of keys.filter((k) => k.type === NOTE_ED25519 && k.name === head.origin)) {
    for (const { signature } of signaturesBy(note, key)) {
      if (!(await verify(key.publicKey, utf8.encode(note.text), signature)))
        throw new SpineError(
          'runseal.ledger_signature_invalid',
          `The head of ${head.origin} carries a signature that its key did not make.`,
        );
      signed = true;
    }
  }
  if (!signed)
    throw new SpineError('runseal.ledger_unknown_log', `No key you trust signed this head of ${head.origin}.`);
  return { head, note };
}

function malformed(message: string): SpineError {
  return new SpineError('runseal.ledger_malformed', message);
}
