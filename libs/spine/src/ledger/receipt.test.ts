import fc from 'fast-check';
import { formatReceipt, parseReceipt } from './receipt.ts';
import { formatTilePath, parseTilePath, tileWidthAt } from './tile-path.ts';
import { SpineError } from '../errors.ts';

describe('a receipt', () => {
  const head = 'log.example\n9\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— log.example AAAAAAA=\n';

  it('reads back as it was written', () => {
    const receipt = { index: 4, inclusion: [new Uint8Array(32).fill(1)], head, extra: Uint8Array.of(1, 2) };
    expect(parseReceipt(formatReceipt(receipt))).toEqual(receipt);
    expect(parseReceipt(formatReceipt({ ...receipt, extra: null, inclusion: [] }))).toEqual({
      ...receipt,
      extra: null,
      inclusion: [],
    });
  });

  it('throws nothing but its own error, whatever it is fed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseReceipt(`c2sp.org/tlog-proof@v1\n${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(SpineError);
        }
      }),
    );
  });
});

describe('tile paths', () => {
  it('are written as the specification writes them', () => {
    expect(formatTilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(formatTilePath({ level: 'entries', index: 273, width: 112 })).toBe('tile/entries/273.p/112');
  });

  it('read back, and only in their one form', () => {
    fc.assert(
      fc.property(fc.nat(63), fc.nat(), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
        expect(parseTilePath(formatTilePath({ level, index, width }))).toEqual({ level, index, width });
      }),
    );
    for (const path of [
      'tile/00/000',
      'tile/0/0',
      'tile/0/x000/001',
      'tile/0/001.p/256',
      'tile/64/000',
      'tile/0/001.p/0',
    ]) {
      expect(parseTilePath(path)).toBeNull();
    }
  });

  it('have the widths of the example in the specification', () => {
    expect([tileWidthAt(70_000, 0, 272), tileWidthAt(70_000, 0, 273), tileWidthAt(70_000, 1, 0)]).toEqual([
      256, 112, 256,
    ]);
    expect([tileWidthAt(70_000, 1, 1), tileWidthAt(70_000, 2, 0), tileWidthAt(70_000, 2, 1)]).toEqual([17, 1, 0]);
  });
});
