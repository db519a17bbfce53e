import { knownThread } from './known-thread.ts';

const never = new AbortController().signal;
const soon = (signal: AbortController) => void setImmediate(() => signal.abort());

it('a new conversation is right whatever it is called', async () => {
  const thread = knownThread(null, never);
  expect(await thread.confirmed(never)).toBe(true);
  thread.heard(new Set(['any', 'other']));
  expect(await thread.confirmed(never)).toBe(true);
});

it('a call that comes before the name waits for it', async () => {
  const thread = knownThread('T', never);
  const asked = [thread.confirmed(never), thread.confirmed(never)];
  thread.heard(new Set());
  setImmediate(() => thread.heard(new Set(['T'])));
  expect(await Promise.all(asked)).toEqual([true, true]);
  expect(await thread.confirmed(never)).toBe(true);
});

it.each([[['another']], [['T', 'another']], [['another', 'T']]])(
  'with %j named it is not the right one',
  async (named) => {
    const thread = knownThread('T', never);
    const early = thread.confirmed(never);
    thread.heard(new Set(named));
    expect([await early, await thread.confirmed(never)]).toEqual([false, false]);
  },
);

it('is right no longer once another is named too', async () => {
  const thread = knownThread('T', never);
  thread.heard(new Set(['T']));
  expect(await thread.confirmed(never)).toBe(true);
  thread.heard(new Set(['T', 'another']));
  expect(await thread.confirmed(never)).toBe(false);
});

it('nobody waits beyond a stop, a cancelled call, or the time a name may take', async () => {
  const [stop, cancelled] = [new AbortController(), new AbortController()];
  const thread = knownThread('T', stop.signal);
  const one = thread.confirmed(cancelled.signal);
  soon(cancelled);
  expect(await one).toBe(false);
  const other = thread.confirmed(never);
  soon(stop);
  expect(await other).toBe(false);
  expect(await thread.confirmed(never)).toBe(false);
});

it('what is not named in time is not waited for again, and is right once it is named after all', async () => {
  const thread = knownThread('T', never, 1);
  expect(await thread.confirmed(never)).toBe(false);
  expect(await thread.confirmed(never)).toBe(false);
  thread.heard(new Set(['T']));
  expect(await thread.confirmed(never)).toBe(true);
});
