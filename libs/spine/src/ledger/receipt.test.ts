import fc from 'fast-check';
import { refusal } from '../../fixtures/refusal.ts';
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

  const path = (hashes: readonly Uint8Array[]) => formatReceipt({ index: 4, inclusion: hashes, head, extra: null });
  it('may have a path as long as a tree is high', () => {
    expect(parseReceipt(path(Array.from({ length: 63 }, () => new Uint8Array(32)))).inclusion).toHaveLength(63);
  });

  it.each([
    ['has a longer path', path(Array.from({ length: 64 }, () => new Uint8Array(32)))],
    ['has a hash of 31 bytes in its path', path([new Uint8Array(32), new Uint8Array(31)])],
    ['names no index', 'c2sp.org/tlog-proof@v1\n\nhead'],
    ['is of no version', path([]).replace('@v1', '@v2')],
    ['names an index with a zero before it', path([]).replace('index 4', 'index 04')],
    ['names an index with something before it', path([]).replace('index 4', 'xindex 4')],
    ['names an index with something behind it', path([]).replace('index 4', 'index 4x')],
    ['names an index that no number holds', path([]).replace('index 4', 'index 9007199254740992')],
  ])('is none when it %s', (_, source) => {
    expect(() => parseReceipt(source)).toThrow(refusal('runseal.ledger_malformed'));
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
    const entries = { level: 'entries', index: 273, width: 112 } as const;
    expect(parseTilePath(formatTilePath(entries))).toEqual(entries);
    for (const path of [
      'tile/00/000',
      'tile/0/0',
      'tile/0/x000/001',
      'tile/0/001.p/256',
      'tile/64/000',
      'xtile/0/000',
      'tile/0/000x',
      'tile/0/x009/x007/x199/x254/x740/992',
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
