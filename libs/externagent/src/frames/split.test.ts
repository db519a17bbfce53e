import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { FrameSplitter, type Frame } from './split.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const bytesOf = (text: string) => new TextEncoder().encode(text);

function split(chunks: readonly Uint8Array[], cap?: number): Frame[] {
  const splitter = new FrameSplitter(cap);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

/** Mostly the bytes that splitters get wrong. */
const awkward = fc.array(fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x00, 0xff, 0xe2, 0x80, 0xa8), fc.nat(255)), {
  maxLength: 200,
});

describe('splitting frames', () => {
  it('loses and invents no byte, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(awkward, { maxLength: 8 }), (pieces) => {
        const frames = split(pieces.map((piece) => Uint8Array.from(piece)));
        const rebuilt = frames.flatMap((frame) => [...frame.line!, ...(frame.terminated ? [0x0a] : [])]);
        expect(rebuilt).toEqual(pieces.flat());
        expect(frames.map((frame) => frame.number)).toEqual(frames.map((_, i) => i + 1));
      }),
    );
  });

  it('gives the same frames for one chunk as for one byte at a time', () => {
    fc.assert(
      fc.property(awkward, (bytes) => {
        expect(split(bytes.map((byte) => Uint8Array.of(byte)))).toEqual(split([Uint8Array.from(bytes)]));
      }),
    );
  });

  it('hashes every line whole, kept or not', () => {
    fc.assert(
      fc.property(awkward, fc.integer({ min: 1, max: 20 }), (bytes, cap) => {
        const whole = split([Uint8Array.from(bytes)]);
        const capped = split([Uint8Array.from(bytes)], cap);
        for (const [i, frame] of capped.entries()) {
          expect(frame.sha256).toEqual(sha256(whole[i]!.line!));
          expect(frame.bytes).toBe(whole[i]!.line!.length);
          expect(frame.line).toEqual(frame.bytes > cap ? null : whole[i]!.line);
        }
      }),
    );
  });

  it('splits on LF alone', () => {
    const frames = split([bytesOf('a\u2028b\r\nc\u0085d\u000be\nf')]);
    expect(frames.map((frame) => new TextDecoder().decode(frame.line!))).toEqual([
      'a\u2028b\r',
      'c\u0085d\u000be',
      'f',
    ]);
    expect(frames.map((frame) => frame.terminated)).toEqual([true, true, false]);
  });

  it('does not keep its reader’s buffer', () => {
    const splitter = new FrameSplitter();
    const chunk = bytesOf('abc');
    splitter.push(chunk);
    chunk.fill(0x78);
    expect(new TextDecoder().decode(splitter.push(bytesOf('d\n'))[0]!.line!)).toBe('abcd');
  });

  it('holds no more than its cap of a line that never ends', () => {
    const splitter = new FrameSplitter(1024 * 1024);
    const chunk = new Uint8Array(64 * 1024).fill(0x61);
    const hash = createHash('sha256');
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 4096; i += 1) {
      splitter.push(chunk);
      hash.update(chunk);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    const [frame] = splitter.push(bytesOf('\n'));
    expect(frame).toMatchObject({ bytes: 4096 * 64 * 1024, line: null });
    expect(frame!.sha256).toEqual(new Uint8Array(hash.digest()));
  });
});
