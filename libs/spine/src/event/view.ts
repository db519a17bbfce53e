/** An event as verification looks at it: all of its bytes are checked, and only what somebody asks for is built. */
import { decodeCbor } from '../cbor/decode.ts';
import { CborScan } from '../cbor/scan.ts';
import type { CborMap } from '../values.ts';
import { decodeEnvelope } from './decode.ts';
import { FIELDS_IN_ORDER } from './encode.ts';
import { ACTORS } from './envelope.ts';
import type { Envelope } from './shape.ts';

/** What the verdicts go by. */
export type EventView = Pick<Envelope, 'stream' | 'seq' | 'type' | 'payload'>;

/**
 * The event in canonical bytes. Accepts what `decodeEnvelope` accepts and throws what it throws; but the payload, canonical
 * like the rest, is built when it is first read. Keeps hold of `bytes`.
 */
export function viewEvent(bytes: Uint8Array): EventView {
  // What the quick way does not accept may still be an event, and if it is not, the decoder names the fault.
  return scanned(bytes) ?? decodeEnvelope(bytes);
}

function scanned(bytes: Uint8Array): EventView | null {
  const scan = new CborScan(bytes);
  let left = scan.entries();
  let stream: string | null = null;
  let type: string | null = null;
  let seq: number | null = null;
  let payloadAt = 0;
  let payloadEnd = 0;
  for (const { key, wire, optional } of FIELDS_IN_ORDER) {
    if (!scan.exactly(key)) {
      if (optional) continue;
      return null;
    }
    left--;
    switch (wire) {
      case 'seq':
        seq = scan.integer();
        break;
      case 'time':
      case 'schema_version':
        if (scan.integer() === null) return null;
        break;
      case 'payload':
        payloadAt = scan.at;
        if (!isMapAt(bytes, payloadAt) || !scan.value(1)) return null;
        payloadEnd = scan.at;
        break;
      case 'stream':
        stream = scan.text();
        break;
      case 'type':
        type = scan.text();
        break;
      case 'actor':
        if (!isActor(scan.text())) return null;
        break;
      default:
        // An optional text: never there and empty. A null is no text.
        if (!scan.text()) return null;
    }
  }
  if (left !== 0 || scan.at !== bytes.length || stream === null || type === null) return null;
  if (seq === null || seq < 1 || !Number.isSafeInteger(seq)) return null;
  return new ScannedEvent(stream, BigInt(seq), type, bytes.subarray(payloadAt, payloadEnd));
}

class ScannedEvent implements EventView {
  readonly stream: string;
  readonly seq: bigint;
  readonly type: string;
  readonly #encoded: Uint8Array;
  #payload: CborMap | null = null;

  constructor(stream: string, seq: bigint, type: string, payload: Uint8Array) {
    this.stream = stream;
    this.seq = seq;
    this.type = type;
    this.#encoded = payload;
  }

  get payload(): CborMap {
    return (this.#payload ??= decodeCbor(this.#encoded) as CborMap);
  }
}

const isMapAt = (bytes: Uint8Array, at: number): boolean => bytes[at]! >> 5 === 5;

const isActor = (text: string | null): boolean => text !== null && ACTORS.includes(text);
