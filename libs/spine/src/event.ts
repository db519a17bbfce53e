/** Events: their shape, and their one encoding. */
export { decodeEvent, decodeEnvelope } from './event/decode.ts';
export { encodeEvent } from './event/encode.ts';
export type { Actor, Envelope, EventDraft, SpineEvent } from './event/shape.ts';
