/** Captured streams as a broken pipe, a hostile program or a bad disk might leave them. */
import fc from 'fast-check';

export interface DamagedStream {
  readonly bytes: Uint8Array;
  /** Sizes of the pieces it comes in, over and over. */
  readonly chunks: readonly number[];
}

type Lines = readonly string[];

const HOW = ['cut', 'doubled', 'swapped', 'shuffled', 'joined', 'dropped', 'mixed', 'flipped'] as const;

/** Any of the streams, damaged up to six times; each of them comes in pieces of its own sizes. */
export function damagedStream(streams: readonly Lines[]): fc.Arbitrary<DamagedStream> {
  const wound = fc.record({ how: fc.constantFrom(...HOW), at: fc.nat(), to: fc.nat(), byte: fc.nat(255) });
  return fc
    .record({
      stream: fc.nat(streams.length - 1),
      wounds: fc.array(wound, { minLength: 1, maxLength: 6 }),
      chunks: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 8 }),
    })
    .map(({ stream, wounds, chunks }) => {
      let bytes: Uint8Array = Buffer.from(streams[stream]!.join('\n'), 'utf8');
      for (const { how, at, to, byte } of wounds) bytes = damaged(bytes, how, { at, to, byte, streams });
      return { bytes, chunks };
    });
}

interface Wound {
  readonly at: number;
  readonly to: number;
  readonly byte: number;
  readonly streams: readonly Lines[];
}

function damaged(bytes: Uint8Array, how: (typeof HOW)[number], wound: Wound): Uint8Array {
  if (bytes.length === 0) return bytes;
  if (how === 'flipped') {
    const copy = Uint8Array.from(bytes);
    copy[wound.at % bytes.length] = wound.byte;
    return copy;
  }
  if (how === 'cut') {
    const [from, until] = [wound.at % bytes.length, wound.to % bytes.length].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(until)]);
  }
  // latin1 keeps every byte one character, whatever the stream holds by now.
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return Buffer.from(rearranged(lines, how, wound).join('\n'), 'latin1');
}

function rearranged(lines: string[], how: (typeof HOW)[number], { at, to, streams }: Wound): string[] {
  const [one, other] = [at % lines.length, to % lines.length];
  switch (how) {
    case 'doubled':
      return lines.toSpliced(other, 0, lines[one]!);
    case 'dropped':
      return lines.toSpliced(one, 1);
    case 'swapped':
      return lines.with(one, lines[other]!).with(other, lines[one]!);
    case 'shuffled':
      return lines
        .map((line, index) => ({ line, key: ((index + 1) * (at + 1)) % 101 }))
        .sort((a, b) => a.key - b.key)
        .map(({ line }) => line);
    case 'joined':
      return [...lines.slice(0, one), lines.slice(one, one + 2).join(''), ...lines.slice(one + 2)];
    case 'mixed': {
      const foreign = streams[to % streams.length]!;
      const line = Buffer.from(foreign[at % Math.max(foreign.length, 1)] ?? '', 'utf8').toString('latin1');
      return lines.toSpliced(one, 0, line);
    }
    default:
      return lines;
  }
}

/** JSON close to what the CLIs print: captured lines in which something, somewhere, is replaced, taken away or put in. */
export function nearlyCaptured(streams: readonly Lines[]): fc.Arbitrary<string> {
  const objects = streams.flat().filter((line) => line.startsWith('{'));
  const change = fc.record({
    path: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    value: fc.option(
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('__proto__', 'constructor', -1, 2 ** 53)),
      {
        nil: undefined,
      },
    ),
  });
  return fc
    .tuple(fc.nat(objects.length - 1), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([index, changes]) => {
      const value = JSON.parse(objects[index]!) as unknown;
      for (const { path, value: other } of changes) changeAt(value, path, other);
      return JSON.stringify(value);
    });
}

/** Goes down as far as the path leads into objects and lists, and changes what it finds there. Undefined takes it away. */
function changeAt(value: unknown, [step, ...rest]: readonly number[], other: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields);
  const key = keys[step! % Math.max(keys.length, 1)];
  if (key === undefined) return;
  if (rest.length > 0 && typeof fields[key] === 'object' && fields[key] !== null) changeAt(fields[key], rest, other);
  else fields[key] = other;
}
