import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { parseReferenceLine } from '../adapters/reference/parse.ts';
import { readFrame } from './read.ts';
import { FrameSplitter } from './split.ts';

const adapter = { parse: parseReferenceLine };
const framesOf = (bytes: Uint8Array) => {
  const splitter = new FrameSplitter();
  return [...splitter.push(bytes), ...splitter.end()];
};
const readOne = (bytes: Uint8Array) => readFrame(framesOf(bytes)[0]!, adapter);

describe('reading frames', () => {
  it('finds at least one event in every line that is not blank, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        for (const frame of framesOf(bytes)) {
          const read = readFrame(frame, adapter);
          if (read === null) expect(new TextDecoder().decode(frame.line!)).toMatch(/^[ \t\r]*$/);
          else expect(read.events.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('says why a line could not be read', () => {
    expect(readOne(Uint8Array.of(0x22, 0xff, 0x22))?.faults).toEqual(['invalid_utf8', 'not_an_object']);
    expect(readOne(Buffer.from('{'))?.faults).toEqual(['unparseable']);
    expect(readOne(Buffer.from('{"type":"new"}'))?.faults).toEqual(['unknown_type']);
    expect(readOne(Buffer.from('\u2028'))?.faults).toEqual(['unparseable']);
    expect(readOne(Buffer.from('{"type":"done"}'))?.faults).toEqual([]);
  });

  it('outlives an adapter that throws', () => {
    const broken = {
      parse: () => {
        throw new Error('broken');
      },
    };
    expect(readFrame(framesOf(Buffer.from('x'))[0]!, broken)?.faults).toEqual(['unparseable']);
  });

  it('reads every captured stream of every CLI to its last line', () => {
    const folder = resolve(process.env['RUNSEAL_CAPTURES'] ?? '../shared/captures');
    const captures = readdirSync(folder).filter((name) => name.endsWith('.stdout.jsonl'));
    expect(captures.length).toBeGreaterThan(50);
    for (const name of captures) {
      const bytes = readFileSync(join(folder, name));
      const frames = framesOf(bytes);
      expect(frames.reduce((sum, frame) => sum + frame.bytes + (frame.terminated ? 1 : 0), 0)).toBe(bytes.length);
      for (const frame of frames)
        if (frame.bytes > 0) expect(readFrame(frame, adapter)?.events.length ?? 1).toBeGreaterThan(0);
    }
  });
});
