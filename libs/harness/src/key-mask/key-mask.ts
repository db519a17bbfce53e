/**
 * Takes the operator's key out of what a provider answers while it passes. Only a tail that could be the key's beginning waits
 * for what follows it; everything else goes on at once, byte for byte.
 */
import type { Mask } from './mask.ts';
import { maskBytes } from './mask-bytes.ts';
import { maskEvents } from './mask-events.ts';

/** Fewer characters are a word for an endpoint that takes any key (`none`, `ollama`), and may be words of its answer. */
export const SECRET_CHARS = 16;

/** `events`: a stream of server-sent events, whose texts a client puts together; the key may be spread over many of them. */
export function keyMask(key: string, kind: 'bytes' | 'events'): Mask {
  if (key.length < SECRET_CHARS) return NOTHING_TO_MASK;
  const bytes = maskBytes(key);
  if (kind === 'bytes') return bytes;
  const events = maskEvents(key);
  return {
    push: (piece) => events.push(bytes.push(piece)),
    end: () => Buffer.concat([events.push(bytes.end()), events.end()]),
  };
}

const NOTHING_TO_MASK: Mask = {
  push: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  end: () => Buffer.alloc(0),
};
