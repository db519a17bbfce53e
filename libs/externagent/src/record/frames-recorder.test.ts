import { memoryRecorder, type MemoryRecorder } from '@runseal/dispatch/testing';
import { SpineError, type EventDraft, type Recorded } from '@runseal/spine';
import { readFrame, type ReadFrame } from '../frames/read.ts';
import { FrameSplitter } from '../frames/split.ts';
import { redactor } from '../redact.ts';
import { FramesRecorder } from './frames-recorder.ts';

const frames = (...lines: readonly string[]): ReadFrame[] =>
  new FrameSplitter()
    .push(Buffer.from(lines.map((line) => `${line}\n`).join('')))
    .map((frame) => readFrame(frame, { parse: () => [{ kind: 'progress' }] })!);

/** Answers no append before it is told to. */
function slow(memory: MemoryRecorder) {
  let answer!: () => void;
  const told = new Promise<void>((resolve) => (answer = resolve));
  const given: EventDraft[] = [];
  return {
    answer,
    given,
    run: memory.run,
    append: async (...drafts: readonly EventDraft[]): Promise<readonly Recorded[]> => {
      given.push(...drafts);
      await told;
      return memory.append(...drafts);
    },
  };
}

const written = (store: { run: string; append: MemoryRecorder['append'] }, fatal: unknown[] = []) =>
  new FramesRecorder(store, redactor([]), (error) => fatal.push(error));

it('hands frames over in order, without waiting for them, and counts them once they are durable', async () => {
  const memory = memoryRecorder();
  const store = slow(memory);
  const recorder = written(store);
  await recorder.handOver(frames('one', 'two'));
  await recorder.handOver(frames('three'));
  expect([store.given.length, recorder.attested]).toEqual([3, 0]);
  expect(store.given.every(({ mayWait }) => mayWait)).toBe(true);
  store.answer();
  await recorder.settled();
  expect([recorder.attested, recorder.lost]).toEqual([3, 0]);
  expect(memory.payloads('provenance.attested').map((payload) => payload['raw_bytes'])).toEqual([3, 3, 5]);
});

it('lets nothing wait any longer once somebody waits for all of it', async () => {
  const asked: string[] = [];
  const store = { ...memoryRecorder(), hurry: () => asked.push('hurry') };
  const recorder = new FramesRecorder(store, redactor([]), () => undefined);
  await recorder.handOver(frames('one'));
  expect(asked).toEqual([]);
  await recorder.settled();
  expect(asked).toEqual(['hurry']);
});

it('waits where more than a little is on its way', async () => {
  const store = slow(memoryRecorder());
  const recorder = written(store);
  let handed = false;
  const handing = recorder.handOver(frames('x'.repeat(2 * 1024 * 1024))).then(() => (handed = true));
  await new Promise(setImmediate);
  expect(handed).toBe(false);
  store.answer();
  await handing;
  expect(recorder.attested).toBe(1);
});

it('writes at once what something is to follow from', async () => {
  const store = slow(memoryRecorder());
  const recorder = written(store);
  const writing = recorder.write(frames('one'));
  expect(store.given.some(({ mayWait }) => mayWait)).toBe(false);
  store.answer();
  await writing;
  expect(recorder.attested).toBe(1);
});

it('counts what was lost, and tells when nothing can be written any more', async () => {
  const memory = memoryRecorder();
  const fatal: unknown[] = [];
  const recorder = written(memory, fatal);
  memory.failWith(new SpineError('runseal.store_unavailable', 'away'));
  await recorder.handOver(frames('one', 'two'));
  await recorder.settled();
  expect([recorder.attested, recorder.lost, fatal.length]).toEqual([0, 2, 0]);
  memory.failWith(new SpineError('runseal.fenced', 'taken over'));
  await recorder.handOver(frames('three'));
  await recorder.settled();
  expect([recorder.lost, fatal.length]).toEqual([3, 1]);
});
