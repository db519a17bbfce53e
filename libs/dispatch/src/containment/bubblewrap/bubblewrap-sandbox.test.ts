import { spawn } from 'node:child_process';
import path from 'node:path';
import { once } from 'node:events';
import { marked, node, tools } from '../fixtures/programs.ts';
import { holds } from '../fixtures/where-it-holds.ts';
import { waitFor } from '../wait-for.ts';
import { bubblewrapSandbox } from './bubblewrap-sandbox.ts';
import { probeBubblewrap } from './probe.ts';

const strong = bubblewrapSandbox();

(holds ? test : test.skip)(
  'a contained program whose mount is missing is refused with what bubblewrap said',
  async () => {
    const mounts = [...tools.mounts, { kind: 'ro' as const, host: '/there/is/no/such/folder', child: '/x' }];
    await expect(strong.start(node('', { mounts }))).rejects.toMatchObject({ code: 'runseal.containment_failed' });
  },
);

(holds ? test : test.skip)('a contained program dies with the process that started it', async () => {
  const mark = `widow-${process.pid}`;
  const file = path.join(import.meta.dirname, '../fixtures/start-and-wait.ts');
  const parent = spawn(process.execPath, [file, mark], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  expect(marked(mark).length).toBeGreaterThanOrEqual(2);
  parent.kill('SIGKILL');
  expect(await waitFor(() => marked(mark).length === 0, 5000)).toBe(true);
});

test.each([
  ['not installed', null],
  ['something else', '/bin/false'],
])('when bubblewrap is %s, the probe says what to do and nothing is started', async (_, program) => {
  const weak =
    program === null
      ? await probeBubblewrap(null, () => Promise.reject(new Error('never')))
      : await bubblewrapSandbox({ program }).probe();
  expect(weak.level).toBe('process');
  expect(weak.reason.length).toBeGreaterThan(20);
  if (program !== null)
    await expect(bubblewrapSandbox({ program }).start(node(''))).rejects.toMatchObject({
      code: 'runseal.containment_unavailable',
    });
});
