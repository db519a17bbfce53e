import type { SpineStore } from '@runseal/spine/postgres';
import { setTimeout as pause } from 'node:timers/promises';
import { followRun } from './follow.ts';

test('a run whose events are gone is not asked for without a pause', async () => {
  let asked = 0;
  const store = {
    watch: () => Promise.resolve(() => Promise.resolve()),
    events: async () => {
      asked++;
      await pause(1);
      return [];
    },
    head: () => Promise.resolve({ size: 7, state: 'sealed' }),
  } as unknown as SpineStore;
  const stop = new AbortController();
  const follower = {
    event: () => Promise.reject(new Error('there is none')),
    ended: () => Promise.resolve(true),
    end: () => Promise.reject(new Error('nothing was told')),
  };
  const following = followRun(store, 'run', 0, follower, stop.signal);
  await pause(300);
  stop.abort();
  await following;
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(20);
});
