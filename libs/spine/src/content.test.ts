import { refusal } from '../fixtures/refusal.ts';
import { createHash } from 'node:crypto';
import { toHex, uint64BE } from './bytes.ts';
import { decodeCbor, encodeCbor } from './cbor.ts';
import { commitContent, contentRefFromCbor, contentRefToCbor, openContent } from './content.ts';
import type { CborValue } from './values.ts';

const BYTES = new TextEncoder().encode('hello');

describe('content', () => {
  it('is committed to by tag, salt and bytes, each with its length', () => {
    const salt = new Uint8Array(32).fill(3);
    const expected = createHash('sha256')
      .update('runseal/content/v1\n')
      .update(uint64BE(32))
      .update(salt)
      .update(uint64BE(5))
      .update(BYTES)
      .digest('hex');
    expect(toHex(commitContent(BYTES, 'text/plain', salt).ref.commitment)).toBe(expected);
  });

  it('gets a fresh salt each time, so equal contents cannot be told apart', () => {
    const [one, two] = [commitContent(BYTES, 'text/plain'), commitContent(BYTES, 'text/plain')];
    expect(toHex(one.ref.commitment)).not.toBe(toHex(two.ref.commitment));
  });

  it('never gets the same salt twice, nor one that is empty', () => {
    const salts = Array.from({ length: 300 }, () => toHex(commitContent(BYTES, 'text/plain').salt));
    expect(new Set(salts).size).toBe(300);
    for (const salt of salts) expect(salt).toMatch(/^(?!0{64})[0-9a-f]{64}$/);
  });

  it('keeps its salt whatever becomes of those given out before and after', () => {
    const contents = Array.from({ length: 200 }, () => commitContent(BYTES, 'text/plain'));
    expect(contents.every((content) => openContent(content))).toBe(true);
  });

  it('opens with its own salt and bytes and with no others', () => {
    const content = commitContent(BYTES, 'text/plain');
    expect(openContent(content)).toBe(true);
    expect(openContent({ ...content, bytes: new TextEncoder().encode('hellO') })).toBe(false);
    expect(openContent({ ...content, salt: new Uint8Array(32) })).toBe(false);
    expect(openContent({ ...content, ref: { ...content.ref, bytes: 4 } })).toBe(false);
  });

  it('may be empty, and takes no salt but one of 32 bytes', () => {
    const { ref } = commitContent(new Uint8Array(), 'text/plain');
    expect(contentRefFromCbor(contentRefToCbor(ref))).toEqual({ ...ref, bytes: 0 });
    for (const length of [0, 31, 33])
      expect(() => commitContent(BYTES, 'text/plain', new Uint8Array(length))).toThrow(refusal('runseal.bad_length'));
  });

  it('is named in a payload by its reference', () => {
    const { ref } = commitContent(BYTES, 'text/plain');
    expect(contentRefFromCbor(decodeCbor(encodeCbor(contentRefToCbor(ref))))).toEqual(ref);
  });

  it.each<[string, CborValue]>([
    ['nothing', null],
    ['a text', 'x'],
    ['a short commitment', { commitment: new Uint8Array(31), bytes: 1, media: 'x' }],
    ['a negative length', { commitment: new Uint8Array(32), bytes: -1, media: 'x' }],
    ['a commitment that is a text', { commitment: 'x'.repeat(32), bytes: 1, media: 'x' }],
    ['a length that is a text', { commitment: new Uint8Array(32), bytes: '1', media: 'x' }],
    ['a length that no number holds', { commitment: new Uint8Array(32), bytes: 2n ** 60n, media: 'x' }],
    ['a media type that is a number', { commitment: new Uint8Array(32), bytes: 1, media: 1 }],
    ['a list', [1, 2, 3]],
    ['a field too many', { commitment: new Uint8Array(32), bytes: 1, media: 'x', salt: new Uint8Array(32) }],
  ])('is not named by %s', (_, value) => {
    expect(() => contentRefFromCbor(value)).toThrow(refusal('runseal.bad_content_ref'));
  });
});
