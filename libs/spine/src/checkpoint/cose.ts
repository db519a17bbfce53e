/** COSE_Sign1 (RFC 9052, section 4.2), in the one form a checkpoint has: tag 18, empty unprotected header. */
import { utf8 } from '../bytes.ts';
import { CborReader } from '../cbor/decode.ts';
import { CborWriter } from '../cbor/writer.ts';
import { SpineError } from '../errors.ts';
import { ALGORITHM, CONTENT_TYPE } from './header.ts';

export interface Cose {
  /** Protected header, as signed. */
  readonly header: Uint8Array;
  readonly payload: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

const COSE_SIGN1_TAG = 18;
const SIGNATURE_BYTES = 64;

/** The tagged bytes. */
export function writeCose({ header, payload, signature }: Cose): Uint8Array {
  const writer = new CborWriter();
  writer.head(6, COSE_SIGN1_TAG);
  writer.head(4, 4);
  writeBytes(writer, header);
  writer.head(5, 0);
  writeBytes(writer, payload);
  writeBytes(writer, signature);
  return writer.finish();
}

/** Reads exactly what {@link writeCose} writes. Throws `sign.signature_invalid` for anything else. */
export function readCose(bytes: Uint8Array): Cose {
  let cose: Cose;
  try {
    const reader = new CborReader(bytes);
    expect(reader, 6, COSE_SIGN1_TAG);
    expect(reader, 4, 4);
    const header = readBytes(reader);
    expect(reader, 5, 0);
    cose = { header, payload: readBytes(reader), signature: readBytes(reader) };
    reader.end();
  } catch (cause) {
    throw new SpineError('sign.signature_invalid', 'the checkpoint is not a tagged COSE_Sign1 of the pinned form', {
      cause,
    });
  }
  if (cose.signature.length !== SIGNATURE_BYTES) {
    throw new SpineError(
      'sign.signature_invalid',
      `the signature has ${cose.signature.length} bytes, not ${SIGNATURE_BYTES}`,
    );
  }
  return cose;
}

/** Sig_structure of RFC 9052, section 4.4, with empty external data: the bytes that are signed. */
export function signedBytes(header: Uint8Array, payload: Uint8Array): Uint8Array {
  const writer = new CborWriter();
  writer.head(4, 4);
  writeText(writer, 'Signature1');
  writeBytes(writer, header);
  writer.head(2, 0);
  writeBytes(writer, payload);
  return writer.finish();
}

/** The one protected header there is for a key: {1: -19, 3: content type, 4: kid}. */
export function protectedHeader(kid: Uint8Array): Uint8Array {
  const writer = new CborWriter();
  writer.head(5, 3);
  writer.head(0, 1);
  writer.head(1, -1 - ALGORITHM);
  writer.head(0, 3);
  writeText(writer, CONTENT_TYPE);
  writer.head(0, 4);
  writeBytes(writer, kid);
  return writer.finish();
}

function writeBytes(writer: CborWriter, bytes: Uint8Array): void {
  writer.head(2, bytes.length);
  writer.raw(bytes);
}

function writeText(writer: CborWriter, text: string): void {
  const bytes = utf8(text);
  writer.head(3, bytes.length);
  writer.raw(bytes);
}

function readBytes(reader: CborReader): Uint8Array {
  const { major, argument } = reader.head();
  if (major !== 2) throw new SpineError('enc.decode', 'expected a byte string');
  return reader.bytes(argument);
}

function expect(reader: CborReader, major: number, argument: number): void {
  const head = reader.head();
  if (head.major !== major || head.argument !== argument)
    throw new SpineError('enc.decode', 'another head than expected');
}
