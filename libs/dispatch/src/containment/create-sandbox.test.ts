import { createSandbox } from './create-sandbox.ts';
import { systemMounts } from './system-mounts.ts';

const spec = { path: '/bin/true', args: [], env: {}, cwd: '/', mounts: systemMounts(), reach: [] };

test('the strongest sandbox of this host is taken unless told otherwise', async () => {
  const [strongest, bubblewrap] = [
    await createSandbox().probe(),
    await createSandbox({ prefer: 'bubblewrap' }).probe(),
  ];
  expect(strongest.level).toBe(bubblewrap.level);
});

test('no containment, on purpose, is process level and says what that means', async () => {
  const probe = await createSandbox({ prefer: 'process' }).probe();
  expect(probe.level).toBe('process');
  expect(probe.reason).not.toBe('');
});

describe('on a host where bubblewrap does not work', () => {
  const path = process.env.PATH;
  // A bwrap that cannot start anything stands first on the path.
  const broken = () => {
    process.env.PATH = `${import.meta.dirname}/fixtures/broken:${path ?? ''}`;
    const sandbox = createSandbox();
    process.env.PATH = path;
    return sandbox;
  };

  test('the probe says process, and how to get more', async () => {
    const probe = await broken().probe();
    expect(probe.level).toBe('process');
    expect(probe.reason).toMatch(/bubblewrap/);
  });

  test('programs run plainly where the floor allows it, and not at all where it does not', async () => {
    const sandbox = broken();
    const program = await sandbox.start({ ...spec, floor: 'process' });
    expect(program.level).toBe('process');
    expect((await program.exited).code).toBe(0);
    await expect(sandbox.start({ ...spec, floor: 'kernel' })).rejects.toMatchObject({
      code: 'runseal.containment_unavailable',
    });
  });
});
