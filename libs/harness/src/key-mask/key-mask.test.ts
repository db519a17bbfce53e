import fc from 'fast-check';
import { keyMask } from './key-mask.ts';

const KEY = 'sk-ant-api03-abcabcabd-0123456789+/x';

/** What comes out when `text` comes in in pieces that end at these places. */
function through(text: string, kind: 'bytes' | 'events', cuts: readonly number[] = [], key = KEY): string {
  const bytes = Buffer.from(text);
  const mask = keyMask(key, kind);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const pieces = [...ends, bytes.length].map((end, i) => mask.push(bytes.subarray(ends[i - 1] ?? 0, end)));
  return Buffer.concat([...pieces, mask.end()]).toString();
}
const cuts = fc.array(fc.nat(), { maxLength: 12 });

const delta = (text: string, more: object = {}) =>
  `event: d\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text }, ...more })}\n\n`;
/** The texts of deltas, put together as a client does. */
const said = (stream: string, index = 0): string =>
  [...stream.matchAll(/^data: (.*)$/gm)]
    .filter((found) => found[1]!.endsWith('}'))
    .map((found) => JSON.parse(found[1]!) as { index?: number; delta?: { text?: string } })
    .map((event) => (event.index === index ? (event.delta?.text ?? '') : ''))
    .join('');
/** A text in pieces of this length each. */
const inPieces = (text: string, length: number): string[] => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];

describe('a text that passes', () => {
  it('is without the key, in whatever pieces it comes and however often the key stands in it', () => {
    const part = fc.oneof(fc.constantFrom(KEY, KEY.slice(0, 20), 'sk-', JSON.stringify(KEY), 'é'), fc.string());
    fc.assert(
      fc.property(fc.array(part), cuts, (parts, at) => {
        const text = parts.join(' ');
        expect(through(`${text}.`, 'bytes', at)).toBe(`${text.replaceAll(KEY, '[redacted]')}.`);
      }),
    );
  });

  it.each([
    ['as JSON writes it', JSON.stringify(KEY)],
    ['with slashes escaped', KEY.replace('/', '\\/')],
    ['with a plus as an escape', KEY.replace('+', '\\u002B')],
    ['as in an address', encodeURIComponent(KEY)],
  ])('is without the key %s, byte by byte', (_, form) => {
    const all = Array.from({ length: 200 }, (_each, at) => at);
    expect(through(`<${form}>`, 'bytes', all)).toMatch(/^<"?\[redacted\]"?>$/);
  });

  it('waits for nothing but what could be the beginning of the key', () => {
    const mask = keyMask(KEY, 'bytes');
    expect(mask.push(Buffer.from('all of it. s')).toString()).toBe('all of it. ');
    expect(mask.push(Buffer.from('o it goes sk-ant')).toString()).toBe('so it goes ');
    expect(mask.push(Buffer.from('hropic')).toString()).toBe('sk-anthropic');
    expect(mask.push(Buffer.from(KEY.slice(0, 12))).toString()).toBe('');
    expect(mask.end().toString()).toBe(KEY.slice(0, 12));
  });

  it('that breaks off within the key does not give most of it away', () => {
    expect(through(`x ${KEY.slice(0, -1)}`, 'bytes')).toBe('x [redacted]');
    expect(through(delta(`x ${KEY.slice(0, -1)}`), 'events')).toContain('x [redacted]');
  });

  it.each(['none', 'ollama', 'test', '0123456789abcde'])('keeps the word %j, which is no secret', (word) => {
    for (const kind of ['bytes', 'events'] as const) expect(through(`<${word}>`, kind, [3], word)).toBe(`<${word}>`);
  });
});

describe('events whose texts are put together', () => {
  it.each([1, 2, 3, 5, 7, 19, 35])('are without the key that is spread over them %i characters at a time', (length) => {
    const stream = inPieces(`It is ${KEY}, and again ${KEY}${KEY}!`, length)
      .map((text) => delta(text))
      .join('');
    const text = said(through(stream, 'events'));
    expect(text.replace(/(?:sk-?|s)?\[redacted\]/g, '*')).toBe('It is *, and again **!');
  });

  it('come out as they came where the key is not in them, to the byte', () => {
    const piece = fc.oneof(
      fc.constantFrom('s', 'sk', 'sk-', 'sk-ant-api', KEY.slice(0, 30), '\u2028', 'é'),
      fc.string(),
    );
    const other = fc.constantFrom(
      'event: ping\ndata: {"type":"ping"}\n\n',
      ': note\n\n',
      'data: [DONE]\n\n',
      'data: {\n\n',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            piece.map((text) => delta(text)),
            other,
          ),
        ),
        cuts,
        (events, at) => {
          const stream = events.join('');
          fc.pre(!said(stream).includes(KEY));
          const out = through(`${stream}${delta('.')}`, 'events', at);
          expect(out).toBe(`${stream}${delta('.')}`);
        },
      ),
    );
  });

  it('never give it away, whatever stands between the pieces and wherever they are cut', () => {
    const between = fc.constantFrom(
      '',
      'event: ping\ndata: {"type":"ping"}\n\n',
      ': note\n\n',
      delta('other', { index: 1 }),
    );
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), between)),
        cuts,
        (before, steps, at) => {
          let left = `${before}${KEY}.`;
          let stream = '';
          for (const [length, noise] of [...steps, [100, ''] as const]) {
            stream += left === '' ? '' : delta(left.slice(0, length)) + noise;
            left = left.slice(length);
          }
          const out = through(stream + (left === '' ? '' : delta(left)), 'events', at);
          expect(said(out)).not.toContain(KEY.slice(3));
          expect(said(out)).toContain('[redacted]');
          expect(said(out, 1)).toBe(said(stream, 1));
        },
      ),
    );
  });

  it.each(['\r', '\r\n'])('may end their lines with %j', (ending) => {
    const stream = inPieces(`a ${KEY} b`, 5)
      .map((text) => delta(text))
      .join('');
    const out = through(stream.replaceAll('\n', ending), 'events', [7, 90, 91, 300]);
    expect(said(out.replaceAll(/\r\n|\r/g, '\n'))).toBe('a [redacted] b');
  });

  it('are found whatever escapes they are written with', () => {
    const escaped = Array.from(KEY)
      .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    expect(through(`data: {"text":"${escaped}"}\n\n`, 'events')).toBe('data: {"text":"[redacted]"}\n\n');
  });

  it('wait only while they could be the beginning of the key, and in their order', () => {
    const mask = keyMask(KEY, 'events');
    const push = (event: string) => mask.push(Buffer.from(event)).toString();
    for (const text of ['Hello', ' s', 'k', '-', ' no', 's']) expect(push(delta(text))).toBe(delta(text));
    expect(push(delta('x sk-ant'))).toBe('');
    expect(push(': ping\n\n')).toBe('');
    expect(push(delta('hropic'))).toBe(`${delta('x sk-ant')}: ping\n\n${delta('hropic')}`);
  });

  it('are not kept for ever: what makes more wait than is kept is taken for the key', () => {
    const mask = keyMask(KEY, 'events');
    expect(mask.push(Buffer.from(delta('x sk-ant-api03'))).length).toBe(0);
    const note = Buffer.from(`: ${'z'.repeat(1000)}\n\n`);
    let out = '';
    for (let i = 0; i < 1100 && out === ''; i += 1) out = mask.push(note).toString();
    expect(said(out.slice(0, 1000))).toBe('x [redacted]');
  });

  it('that never end are passed on all the same', () => {
    const mask = keyMask(KEY, 'events');
    const piece = Buffer.from(`data: ${'z'.repeat(100_000)}`);
    let passed = 0;
    for (let i = 0; i < 20; i += 1) passed += mask.push(piece).length;
    expect(passed + mask.end().length).toBe(20 * piece.length);
    expect(passed).toBeGreaterThan(0);
  });

  it('may be nested more deeply than anybody can follow', () => {
    const deep = `data: ${'['.repeat(200_000)}${']'.repeat(200_000)}\n\n`;
    expect(through(deep, 'events')).toBe(deep);
  });
});
