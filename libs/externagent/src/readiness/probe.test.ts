import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { processSandbox, systemMounts, type Sandbox } from '@runseal/dispatch';
import { probe, type ProbeQuestion } from './probe.ts';

/** What is asked is confined by the kernel; here it is only to answer. */
const plain: Sandbox = {
  probe: () => processSandbox().probe(),
  start: (spec) => processSandbox().start({ ...spec, floor: 'process' }),
};
const ask = (script: string, more: Partial<ProbeQuestion> = {}) =>
  probe(plain, {
    path: realpathSync(process.execPath),
    args: ['-e', script],
    env: { PATH: '/usr/bin:/bin' },
    cwd: realpathSync(tmpdir()),
    mounts: systemMounts(),
    ...more,
  });

it('brings what was printed, and how it ended', async () => {
  const answer = await ask('process.stdin.pipe(process.stdout); console.error("aside"); process.exitCode = 3', {
    input: 'word',
  });
  expect(answer).toEqual({ code: 3, stdout: 'word', stderr: 'aside\n' });
});

it.each(['stdout', 'stderr'])('ends a program that does not stop printing to %s', async (stream) => {
  const flood = `const more = () => process.${stream}.write("x".repeat(1 << 20), more); more();`;
  const answer = await ask(flood, { timeoutMs: 60_000 });
  expect(answer.code).toBe(null);
  expect(answer.stdout.length + answer.stderr.length).toBeLessThan(64 * 1024 * 1024);
});

it('ends when it is told to, long before its time', async () => {
  const began = performance.now();
  const { code } = await ask('setInterval(() => {}, 1000)', { signal: AbortSignal.timeout(300), timeoutMs: 60_000 });
  expect(code).toBe(null);
  expect(performance.now() - began).toBeLessThan(20_000);
});
