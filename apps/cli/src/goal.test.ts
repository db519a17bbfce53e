import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGoal } from './goal.ts';

describe('a goal', () => {
  let dir: string;
  beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'runseal-goal-'))));
  afterAll(() => rm(dir, { recursive: true }));

  it('is built from flags', async () => {
    await writeFile(join(dir, 'in.bin'), Buffer.from([0xff, 0x00]));
    const goal = await readGoal('Say hello', {
      harness: 'echo',
      grant: ['workspace_read,workspace_write', 'run_command'],
      maxSteps: 3,
      put: [`data/in.bin=${join(dir, 'in.bin')}`],
      verify: '["test","-f","x"]',
      verifyTimeoutMs: 500,
      egress: ['example.org,.below.example', 'a.example:8443'],
      keepThread: true,
      continues: 'a-run',
    });
    expect(goal).toEqual({
      egress: ['example.org', '.below.example', 'a.example:8443'],
      thread: { keep: true, continues: 'a-run' },
      objective: 'Say hello',
      harness: 'echo',
      grant: ['workspace_read', 'workspace_write', 'run_command'],
      limits: { maxSteps: 3 },
      files: [{ path: 'data/in.bin', content: '/wA=', encoding: 'base64' }],
      verify: { command: ['test', '-f', 'x'], timeoutMs: 500 },
    });
  });

  it('is read from a file, and flags win over it', async () => {
    const file = join(dir, 'goal.json');
    await writeFile(
      file,
      JSON.stringify({ objective: 'a', harness: 'chat', limits: { maxSteps: 1, maxCalls: 9 }, model: 'm' }),
    );
    expect(await readGoal(undefined, { file, harness: 'echo', maxSteps: 2 })).toEqual({
      objective: 'a',
      harness: 'echo',
      limits: { maxSteps: 2, maxCalls: 9 },
      model: 'm',
    });
  });

  it.each([
    ['no objective', undefined, { harness: 'echo' }, 'usage'],
    ['no harness', 'x', {}, 'usage'],
    ['a verify command that is no list', 'x', { harness: 'echo', verify: 'test -f x' }, 'usage'],
    ['a workspace file without a name', 'x', { harness: 'echo', put: ['=x'] }, 'usage'],
  ])('with %s is wrong usage', async (_, objective, flags, code) => {
    await expect(readGoal(objective, flags)).rejects.toMatchObject({ code, exitCode: 2 });
  });

  it('in a file that is missing or no object is refused', async () => {
    await expect(readGoal('x', { file: join(dir, 'none.json') })).rejects.toMatchObject({
      code: 'file_missing',
      exitCode: 4,
    });
    await writeFile(join(dir, 'list.json'), '[]');
    await expect(readGoal('x', { file: join(dir, 'list.json') })).rejects.toMatchObject({
      code: 'goal_invalid',
      exitCode: 2,
    });
  });
});
