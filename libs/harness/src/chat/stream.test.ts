import fc from 'fast-check';
import { CompletionStream, isStream } from './stream.ts';
import { decodeAnswer } from './wire.ts';

type Fields = Readonly<Record<string, unknown>>;
const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const delta = (fields: Fields, finish_reason: string | null = null): string =>
  event({ choices: [{ index: 0, delta: fields, finish_reason }] });
const call = (index: number, fields: Fields): string => delta({ tool_calls: [{ index, ...fields }] });
const USAGE = event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } });
const DONE = 'data: [DONE]\n\n';

const STREAM = [
  ': the provider is awake\n\n',
  delta({ role: 'assistant', content: '' }),
  delta({ content: 'Größe ' }),
  delta({ content: '\u{1f600}' }),
  call(1, { id: 'c2', type: 'function', function: { name: 'b', arguments: '' } }),
  call(0, { id: 'c1', type: 'function', function: { name: 'a', arguments: '{"x"' } }),
  call(0, { id: 'c1', function: { name: 'a', arguments: ':1}' } }),
  call(1, { function: { arguments: '{}' } }),
  delta({}, 'tool_calls'),
  USAGE,
  DONE,
].join('');

const answerOf = (text: string) => decodeAnswer(new TextEncoder().encode(text));

describe('a chat completion in pieces', () => {
  it('is the answer it would have been in one', () => {
    expect(answerOf(STREAM)).toMatchObject({
      text: 'Größe \u{1f600}',
      calls: [
        { id: 'c1', tool: 'a', args: { ok: true, value: { x: 1 } } },
        { id: 'c2', tool: 'b', args: { ok: true, value: {} } },
      ],
      usage: { input_tokens: 7, output_tokens: 3, source: 'measured' },
    });
  });

  it('says its words as they come, however the bytes are cut', () => {
    const bytes = Buffer.from(STREAM);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        const heard: string[] = [];
        const stream = new CompletionStream((text) => heard.push(text));
        const decoder = new TextDecoder();
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        for (let n = 1; n < places.length; n++)
          stream.feed(decoder.decode(bytes.subarray(places[n - 1], places[n]), { stream: true }));
        expect(heard).toEqual(['Größe ', '\u{1f600}']);
        expect(stream.whole()).toMatchObject({ ok: true });
      }),
    );
  });

  it('keeps a refusal as its text, and knows of no usage where none is given', () => {
    expect(answerOf(delta({ refusal: 'No.' }, 'stop') + DONE)).toMatchObject({ text: 'No.', calls: [], usage: null });
  });

  it.each([
    ['that ends with its reason', delta({ content: 'x' }, 'stop')],
    ['whose last line has no end', delta({ content: 'x' }) + DONE.trimEnd()],
    ['with lines that end in CR LF', (delta({ content: 'x' }) + DONE).replaceAll('\n', '\r\n')],
    ['with a mark before it', `\uFEFF${delta({ content: 'x' })}${DONE}`],
  ])('%s is whole', (_, text) => {
    expect(answerOf(text)).toMatchObject({ text: 'x' });
  });

  it.each([
    ['that breaks off', delta({ content: 'half' }), /broke off before its end/],
    ['with a piece that is no JSON', `data: {"choices"\n\n${DONE}`, /has a piece/],
    ['with a piece that is something else', event({ choices: 'x' }) + DONE, /has a piece/],
    ['with a call too many', call(128, { id: 'x' }) + DONE, /has a piece/],
    [
      'that ends in an error',
      delta({ content: 'half' }) + event({ error: { message: 'key sk-1' } }),
      /ends in an error/,
    ],
    ['with a call that has no name', call(0, { id: 'c1' }) + DONE, null],
  ])('%s is no answer', (_, text, why) => {
    if (why === null) expect(answerOf(text).calls).toMatchObject([{ id: 'c1', tool: '' }]);
    else
      expect(() => answerOf(text)).toThrow(
        expect.objectContaining({
          code: 'model_answer_invalid',
          message: expect.stringMatching(why) as string,
        }) as Error,
      );
  });

  it('never fails on what it is fed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.json().map((json) => `data: ${json}\n\n`),
          ),
        ),
        (texts) => {
          const stream = new CompletionStream();
          for (const text of texts) stream.feed(text);
          stream.whole();
        },
      ),
    );
  });

  it.each([
    ['{"choices":[]}', false],
    ['data: {}', true],
    ['event: x', true],
    [':', true],
    ['\n\ndata: {}', true],
    ['upstream: down', false],
    ['', false],
  ])('%j is one: %s', (text, is) => {
    expect(isStream(new TextEncoder().encode(text))).toBe(is);
  });
});
