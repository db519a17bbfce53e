import type { Wire } from '@runseal/api/client';
import { eventsOf, openHouse, type House } from './api-house.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { ODD, startHarness, type PythonHarness } from './python-harness.ts';
import { get, open, post, text, untilSession } from './sessions-house.ts';
import { readSse, type SseFrame } from './sse-reader.ts';

let model: ModelEndpoint;
let odd: PythonHarness;
let house: House;

/** Until it resolves, the model has said half of what it says. */
let secondPiece: Promise<void> = Promise.resolve();

beforeAll(async () => {
  model = await startModel(() => secondPiece);
  odd = await startHarness(ODD);
  house = await openHouse({
    RUNSEAL_CHAT_BASE_URL: model.baseUrl,
    RUNSEAL_CHAT_API_KEY: 'k',
    RUNSEAL_CHAT_MODEL: 'm-1',
    RUNSEAL_HARNESSES: `odd=${odd.address}`,
  });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await odd.stop();
  await model.close();
});

const WORDS = 'Once upon a \u{1f600}\0';
/** Says words, then waits for a person, so that the words are there long before anything that follows. */
const SAID = `!words\n@workspace_patch {"patch":"x"}`;

const textOf = (frames: readonly SseFrame[]): string =>
  frames
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => JSON.parse(data) as { turn: number; text: string })
    .map((delta) => {
      expect(delta.turn).toBe(1);
      return delta.text;
    })
    .join('');

async function deny(session: string): Promise<void> {
  await untilSession(house, session, ({ execState }) => execState === 'awaiting');
  const [asked] = (await get<Wire<'ApprovalPage'>>(house, `/api/v1/approvals?run=${session}`)).items;
  const { approval, argumentsCommitment } = asked!;
  await post(house, `/api/v1/approvals/${approval}/decision`, { decision: 'deny', reason: 'no', argumentsCommitment });
}

test('the words of a turn are shown while it is under way, before what is recorded next, and are nowhere afterwards', async () => {
  const { session } = await open(house, { harness: 'remote:odd' });
  const answer = await house.ask(`/api/v1/sessions/${session}/exec`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: text(SAID) }),
  });
  const frames: SseFrame[] = [];
  let decided = false;
  for await (const frame of readSse(answer)) {
    frames.push(frame);
    // Nobody decides before the words were heard: they are not told with the end of the turn.
    if (!decided && textOf(frames) === WORDS) {
      decided = true;
      await deny(session);
    }
  }
  expect(decided).toBe(true);
  expect(frames.at(-1)!.event).toBe('end');
  // No place to come back to: a client that breaks off after a delta has the seq of the event before it.
  const ids = frames.filter(({ event }) => event === 'message').map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(JSON.stringify(await eventsOf(house, session))).not.toContain('Once');

  const later: SseFrame[] = [];
  for await (const frame of readSse(await house.ask(`/api/v1/sessions/${session}/turns/1/stream`))) later.push(frame);
  expect(later.filter(({ event }) => event === 'message')).toHaveLength(ids.length);
  expect(textOf(later)).toBe('');
});

test('the words of a model that chat asks are shown while it says them', async () => {
  let goOn: () => void = () => undefined;
  secondPiece = new Promise((resolve) => (goOn = resolve));
  const { session } = await open(house, { harness: 'chat' });
  const answer = await house.ask(`/api/v1/sessions/${session}/exec`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: text('How many?') }),
  });
  const frames: SseFrame[] = [];
  for await (const frame of readSse(answer)) {
    frames.push(frame);
    if (textOf(frames) === 'answer ') goOn();
  }
  expect(textOf(frames)).toMatch(/^answer to \d+$/);
  const places = frames.map(({ event, data }) => (event === 'delta' ? 'delta' : /"type":"([^"]+)"/.exec(data)?.[1]));
  expect(places.lastIndexOf('delta')).toBeLessThan(places.indexOf('model.answered'));
  expect(model.requests.at(-1)).toMatchObject({ stream: true });
});

test('whoever follows the run hears them too, and who came in the midst can tell', async () => {
  let goOn: () => void = () => undefined;
  secondPiece = new Promise((resolve) => (goOn = resolve));
  const { session } = await open(house, { harness: 'chat' });
  const follow = async () => readSse(await house.ask(`/api/v1/runs/${session}/events/stream`));
  const early = await follow();
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text('How many?') });
  const first = await nextDelta(early);
  expect(first).toMatchObject({ turn: 1, from: 0, text: 'answer ' });
  const late = await follow();
  expect((await late.next()).value).toMatchObject({ id: '1' });
  goOn();
  for (const frames of [early, late]) {
    expect(await nextDelta(frames)).toMatchObject({ after: first.after, from: first.text.length });
    await frames.return(undefined);
  }
  const called = (await eventsOf(house, session)).find(({ type }) => type === 'model.called');
  expect(first.after).toBe(called?.seq);
});

async function nextDelta(frames: AsyncGenerator<SseFrame>) {
  for (;;) {
    const next = await frames.next();
    if (next.done === true) throw new Error('The stream ended without another delta.');
    if (next.value.event === 'delta')
      return JSON.parse(next.value.data) as { turn: number; after: number; from: number; text: string };
  }
}
