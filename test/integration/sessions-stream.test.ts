import type { Wire } from '@runseal/api/client';
import { calls, openHouse, type House } from './api-house.ts';
import { get, open, post, replay, say, text, untilSession } from './sessions-house.ts';
import { readSse, type SseFrame } from './sse-reader.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(async () => {
  await house.close();
});

const WRITE = calls(['workspace_write', { path: 'a.txt', content: 'one' }]);
const ACCEPT = { accept: 'text/event-stream' };

const execStream = (session: string, body: object, signal?: AbortSignal) =>
  house.ask(`/api/v1/sessions/${session}/exec`, {
    method: 'POST',
    headers: { ...ACCEPT, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
const turnStream = (session: string, turn: number, headers: Record<string, string> = {}) =>
  house.ask(`/api/v1/sessions/${session}/turns/${turn}/stream`, { headers: { ...ACCEPT, ...headers } });

async function framesOf(response: Response): Promise<readonly SseFrame[]> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const frames: SseFrame[] = [];
  for await (const frame of readSse(response)) frames.push(frame);
  return frames;
}

const data = (frame: SseFrame | undefined): unknown => JSON.parse(frame?.data ?? 'null');
const eventOf = (frame: SseFrame) => data(frame) as Wire<'EventView'>;
const told = (frames: readonly SseFrame[]) => frames.filter(({ event }) => event === 'message').map(eventOf);
const seqs = (frames: readonly SseFrame[]) => told(frames).map(({ seq }) => seq);
const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

describe('a turn as a stream', () => {
  test('begins with the session, tells every event of the turn with its seq, and ends as the turn ended', async () => {
    const { session, lastSeq } = await open(house);
    const frames = await framesOf(await execStream(session, { inputs: text(WRITE), expectedLastSeq: lastSeq }));
    expect(frames[0]!.event).toBe('session');
    expect(data(frames[0])).toMatchObject({ session: { session }, turn: 1 });
    expect(told(frames).map(({ type }) => type)).toEqual([
      'goal.submitted',
      'episode.started',
      'dispatch.start',
      'dispatch.end',
      'episode.ended',
    ]);
    expect(seqs(frames)).toEqual(from(lastSeq + 1, 5));
    expect(frames.slice(1, -1).map(({ id }) => Number(id))).toEqual(seqs(frames));
    expect(frames.at(-1)!.event).toBe('end');
    expect(data(frames.at(-1))).toMatchObject({
      turn: 1,
      state: 'completed',
      output: expect.stringContaining('workspace_write') as unknown,
    });
  });

  test('is not opened where no turn begins: the refusal is a problem like any other', async () => {
    const { session, lastSeq } = await open(house);
    const refused = await execStream(session, { inputs: text('hi'), expectedLastSeq: lastSeq + 1 });
    expect(refused.status).toBe(409);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(await refused.json()).toMatchObject({ code: 'last_seq_mismatch' });
    const unknown = await turnStream(session, 1);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'turn_unknown' }]);
  });

  test('goes on exactly where a client that went away had stopped, and the turn did not mind', async () => {
    const { session, lastSeq } = await open(house, { approvals: { workspace_write: {} } });
    const going = new AbortController();
    const before: SseFrame[] = [];
    const reading = execStream(session, { inputs: text(WRITE) }, going.signal).then(async (response) => {
      for await (const frame of readSse(response)) {
        before.push(frame);
        if (frame.event === 'message' && eventOf(frame).type === 'approval.requested') going.abort();
      }
    });
    await expect(reading).rejects.toThrow('abort');
    await untilSession(house, session, ({ execState }) => execState === 'awaiting');
    const coming = turnStream(session, 1, { 'last-event-id': before.at(-1)!.id });
    const [asked] = (await get<Wire<'ApprovalPage'>>(house, `/api/v1/approvals?run=${session}`)).items;
    const { approval, argumentsCommitment } = asked!;
    await post(house, `/api/v1/approvals/${approval}/decision`, {
      decision: 'approve',
      reason: 'read it',
      argumentsCommitment,
    });
    const after = await framesOf(await coming);
    const all = [...seqs(before), ...seqs(after)];
    expect(all).toEqual(from(lastSeq + 1, all.length));
    expect(told(after).at(-1)!.type).toBe('episode.ended');
    expect(data(after.at(-1))).toMatchObject({ turn: 1, state: 'completed' });
  });

  test('of an earlier turn tells that turn and nothing of the next', async () => {
    const { session, lastSeq } = await open(house);
    const first = await say(house, session, 'one');
    await say(house, session, 'two');
    const frames = await framesOf(await turnStream(session, 1));
    expect(seqs(frames)).toEqual(from(lastSeq + 1, first.lastSeq - lastSeq));
    expect(data(frames.at(-1))).toMatchObject({ turn: 1, state: 'completed' });
    expect(seqs(await framesOf(await turnStream(session, 2)))[0]).toBe(first.lastSeq + 1);
  });
});

test('a replay as a stream has the very lines of the other form, goes on where it stopped, and adds nothing', async () => {
  const { session } = await open(house);
  const { lastSeq } = await say(house, session, 'one');
  const [status, forked] = await post<Wire<'ForkDone'>>(house, `/api/v1/sessions/${session}/fork`, { children: 1 });
  expect(status).toBe(201);
  const child = forked.children[0]!.session;
  const query = '?inherited=true';
  const lines = (await replay(house, child, query)).trim().split('\n');
  const stream = (headers: Record<string, string>) =>
    house.ask(`/api/v1/sessions/${child}/replay${query}`, { headers: { ...ACCEPT, ...headers } }).then(framesOf);
  const whole = await stream({});
  expect(whole.slice(0, -1).map((frame) => frame.data)).toEqual(lines);
  expect(whole.slice(0, -1).map(({ id }) => Number(id))).toEqual(from(1, lines.length));
  expect(data(whole.at(-1))).toEqual({ lines: lines.length });
  // Beyond what the child shares with its parent, and within it.
  for (const seen of [2, lastSeq + 1])
    expect((await stream({ 'last-event-id': String(seen) })).slice(0, -1).map((frame) => frame.data)).toEqual(
      lines.slice(seen),
    );
  // Nobody has seen more lines than there are.
  const headers = { ...ACCEPT, 'last-event-id': String(lines.length + 1) };
  expect((await house.ask(`/api/v1/sessions/${child}/replay${query}`, { headers })).status).toBe(400);
  expect((await replay(house, child, query)).trim().split('\n')).toEqual(lines);
});
