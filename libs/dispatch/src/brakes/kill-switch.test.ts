import { createKillSwitch } from './kill-switch.ts';

test('the first reason stands', () => {
  const killSwitch = createKillSwitch();
  expect(killSwitch.engaged).toBeNull();
  expect(killSwitch.engage('too much', 'ann')).toBe(true);
  expect(killSwitch.engage('something else', 'bob')).toBe(false);
  expect(killSwitch.engaged).toEqual({ reason: 'too much', by: 'ann' });
});

test('engaging aborts the signal', () => {
  const killSwitch = createKillSwitch();
  expect(killSwitch.signal.aborted).toBe(false);
  killSwitch.engage('too much', 'ann');
  expect(killSwitch.signal.aborted).toBe(true);
});
