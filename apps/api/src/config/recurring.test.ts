import { pino } from 'pino';
import { Recurring } from './recurring.ts';

test('Trouble that stays is told at its begin, once a minute and at its end', () => {
  const lines: [level: number, failures: number][] = [];
  const write = (line: string): void => {
    const { level, failures } = JSON.parse(line) as { level: number; failures: number };
    lines.push([level, failures]);
  };
  let now = 0;
  const trouble = new Recurring(pino({ level: 'info' }, { write }), 'the door is stuck', () => now);
  trouble.succeeded();
  for (; now < 130_000; now += 200) trouble.failed(new Error('stuck'));
  trouble.succeeded();
  trouble.succeeded();
  trouble.failed(Object.assign(new Error('again'), { code: 'door_stuck' }), 'error');
  expect(lines).toEqual([
    [40, 1],
    [40, 301],
    [40, 601],
    [30, 650],
    [50, 1],
  ]);
});
