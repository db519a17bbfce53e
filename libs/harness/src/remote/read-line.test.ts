import fc from 'fast-check';
import { readLine } from './read-line.ts';

const read = (text: string) => readLine(new TextEncoder().encode(text));

describe('a line of a remote harness', () => {
  it('is read when it is in the protocol', () => {
    expect(read('{"type":"end","status":"completed"}')).toMatchObject({ ok: true, event: { type: 'end' } });
    expect(read('{"type":"tool_call","id":"1","name":"x","arguments":{}}')).toMatchObject({ ok: true });
  });

  it.each(['tool_result', 'model_result', 'approval', 'approval_result', 'receipt'])(
    'that claims to be a %s is a receipt it may not give',
    (type) => expect(read(JSON.stringify({ type, id: '1' }))).toMatchObject({ ok: false, fault: 'receipt' }),
  );

  it.each([
    '',
    'null',
    '[]',
    '{"type":"end"}',
    '{"type":"end","status":"completed","more":1}',
    '{"type":"end","status":"completed","status":"failed"}',
    '{"type":"surprise"}',
    '{"type":"usage","input_tokens":-1,"output_tokens":0}',
    '{"type":"output","parts":[{"type":"file","name":"a","media":"b","sha256":"short"}]}',
  ])('%j is not in the protocol', (text) => expect(read(text)).toMatchObject({ ok: false, fault: 'unreadable' }));

  it('never throws, whatever the bytes are', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof readLine(bytes).ok === 'boolean'));
    fc.assert(fc.property(fc.json(), (json) => typeof read(json).ok === 'boolean'));
  });
});
