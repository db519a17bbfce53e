/**
 * Signed notes (c2sp.org/signed-note): a text that ends in a line feed, an empty line, then signature lines
 * `— NAME base64(key id ‖ signature)`. The text means nothing until a signature by a key you hold has been verified.
 */
import { nobleHasher } from '../hash.ts';
import { fromHex, toHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { fromBase64, toBase64 } from './base64.ts';

/** Signature type bytes assigned by the specification. */
export const NOTE_ED25519 = 0x01;
export const NOTE_COSIGNATURE = 0x04;

const MOST_SIGNATURES = 64;
const LONGEST_NOTE = 64 * 1024;
const utf8 = new TextEncoder();

/** A key that signs notes: a log's (type 1) or a witness's (type 4). */
export interface NoteKey {
  readonly name: string;
  readonly type: number;
  /** 32 bytes, raw Ed25519. */
  readonly publicKey: Uint8Array;
  /** 8 hex digits: SHA-256(name ‖ LF ‖ type ‖ key)[:4]. */
  readonly id: string;
}

export interface NoteSignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly id: string;
  /** What follows the key id; 64 bytes for Ed25519, 8 + 64 for a cosignature. */
  readonly signature: Uint8Array;
}

export interface Note {
  /** Ends in a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** @throws SpineError `runseal.ledger_malformed` for a name with spaces or plus signs, or a key that is not 32 bytes. */
export function noteKey(name: string, type: number, publicKey: Uint8Array): NoteKey {
  checkName(name);
  if (publicKey.length !== 32) throw malformed(`"publicKey" expected 32 bytes, got ${publicKey.length}.`);
  const digest = nobleHasher.sha256(utf8.encode(`${name}\n`), Uint8Array.of(type), publicKey);
  return { name, type, publicKey, id: toHex(digest.subarray(0, 4)) };
}

/** `NAME+ID+base64(type ‖ key)`, as people write keys into policy files. */
export function formatVkey(key: NoteKey): string {
  return `${key.name}+${key.id}+${toBase64(Uint8Array.of(key.type, ...key.publicKey))}`;
}

/** @throws SpineError `runseal.ledger_malformed` when the parts do not fit together, the id included. */
export function parseVkey(text: string): NoteKey {
  const match = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text);
  if (!match) throw malformed('A verifier key is NAME+ID+BASE64.');
  const material = fromBase64(match[3]!, 'The key');
  const key = noteKey(match[1]!, material[0] ?? 0, material.subarray(1));
  if (key.id !== match[2])
    throw malformed(`The verifier key of ${key.name} has id ${match[2]!}, its bytes say ${key.id}.`);
  return key;
}

/** @throws SpineError `runseal.ledger_malformed` */
export function parseNote(source: string): Note {
  if (source.length > LONGEST_NOTE) throw malformed('The note is longer than 64 KiB.');
  // eslint-disable-next-line no-control-regex -- the specification forbids exactly these
  if (/[\u0000-\u0009\u000b-\u001f]/u.test(source) || !source.isWellFormed())
    throw malformed('The note holds control characters or broken UTF-8.');
  const split = source.lastIndexOf('\n\n');
  if (split < 1 || !source.endsWith('\n')) throw malformed('A note is a text, an empty line and signature lines.');
  const lines = source.slice(split + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES)
    throw malformed(`The note has ${lines.length} signatures; ${MOST_SIGNATURES} are read.`);
  return { text: source.slice(0, split + 1), signatures: lines.map(parseSignatureLine) };
}

/** One signature line, without its line feed. */
export function parseSignatureLine(line: string): NoteSignature {
  const match = /^— (\S+) ([A-Za-z0-9+/=]+)$/u.exec(line);
  if (!match) throw malformed('A signature line is "— NAME BASE64".');
  const bytes = fromBase64(match[2]!, 'A signature');
  if (bytes.length < 5) throw malformed('A signature is shorter than its key id.');
  checkName(match[1]!);
  return { name: match[1]!, id: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

/** The line with its line feed. */
export function formatSignatureLine(signature: NoteSignature): string {
  return `— ${signature.name} ${toBase64(Uint8Array.of(...fromHex(signature.id), ...signature.signature))}\n`;
}

export function formatNote(note: Note): string {
  return `${note.text}\n${note.signatures.map(formatSignatureLine).join('')}`;
}

/** Signatures that claim to be by this key: same name and same id. */
export function signaturesBy(note: Note, key: NoteKey): readonly NoteSignature[] {
  return note.signatures.filter((s) => s.name === key.name && s.id === key.id);
}

function checkName(name: string): void {
  if (name === '' || /[\s+]/u.test(name))
    throw malformed('A key name is not empty and holds neither spaces nor plus signs.');
}

function malformed(message: string): SpineError {
  return new SpineError('runseal.ledger_malformed', message);
}
