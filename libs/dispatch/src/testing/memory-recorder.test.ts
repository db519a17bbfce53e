import { commitContent, decodeEvent, GENESIS_LINK, leafHash, linkHash, SpineError } from '@runseal/spine';
import { memoryRecorder } from './memory-recorder.ts';

const draft = (call: number) => ({ type: 'dispatch.end', actor: 'agent' as const, payload: { call } });

test('events are numbered, encoded, hashed and linked as on a spine', async () => {
  const recorder = memoryRecorder('r');
  const [first, second] = await recorder.append(draft(1), draft(2));
  expect([first!.seq, second!.seq]).toEqual([1, 2]);
  expect(decodeEvent(recorder.canonical[1]!)).toMatchObject({
    stream: 'r',
    seq: 2,
    type: 'dispatch.end',
    payload: { call: 2 },
  });
  expect(first!.leaf).toEqual(leafHash(recorder.canonical[0]!));
  expect(second!.link).toEqual(linkHash(linkHash(GENESIS_LINK, first!.leaf), second!.leaf));
});

test('concurrent appends are ordered and never interleaved', async () => {
  const recorder = memoryRecorder();
  const appended = await Promise.all(Array.from({ length: 20 }, (_, i) => recorder.append(draft(i), draft(i))));
  for (const [a, b] of appended) expect(b!.seq).toBe(a!.seq + 1);
  expect(recorder.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

test('an append with one event that cannot be encoded appends nothing', async () => {
  const recorder = memoryRecorder();
  await expect(recorder.append(draft(1), { ...draft(2), payload: { rate: 0.5 } })).rejects.toMatchObject({
    code: 'enc.encode',
  });
  expect(recorder.events).toHaveLength(0);
});

test('content is kept when it matches its commitment, and refused when not', async () => {
  const recorder = memoryRecorder();
  const content = commitContent(new Uint8Array([1, 2]), 'application/octet-stream');
  await recorder.append({ ...draft(1), contents: [content] });
  expect(recorder.contentOf(content.ref)).toBe(content);
  await expect(
    recorder.append({ ...draft(2), contents: [{ ...content, bytes: new Uint8Array([1, 3]) }] }),
  ).rejects.toMatchObject({ code: 'runseal.bad_content_ref' });
  expect(() => recorder.contentOf({ commitment: new Uint8Array(32) })).toThrow(SpineError);
});

test('a store that is gone refuses, and nothing is appended', async () => {
  const recorder = memoryRecorder();
  recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
  await expect(recorder.append(draft(1))).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
  recorder.failWith(null);
  expect((await recorder.append(draft(1)))[0]!.seq).toBe(1);
});
