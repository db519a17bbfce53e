import { openTools } from './examine.ts';

it('the agent is locked down only when it says that every tool is off', () => {
  const told = (tools: unknown) => openTools(JSON.stringify({ name: 'build', tools }));
  expect(told({ bash: false, edit: false })).toEqual([]);
  expect(told({ bash: true, edit: false, odd: 'no' })).toEqual(['bash', 'odd']);
  expect([told({}), told([]), told(undefined), openTools(''), openTools('bash: false')]).toEqual(Array(5).fill(null));
});
