/**
 * The one encoding of everything hashed or signed: RFC 8949 core deterministic CBOR (section 4.2.1) over the value
 * model of `CborValue`, with the tightenings of RECORD: no duplicate keys, no indefinite lengths, no trailing bytes.
 */
export { encodeCbor } from './cbor/encode.ts';
export { decodeCbor } from './cbor/decode.ts';
export { INT64_MAX, INT64_MIN, MAX_CBOR_DEPTH } from './cbor/limits.ts';
