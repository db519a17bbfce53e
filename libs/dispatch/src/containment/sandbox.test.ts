/** What every sandbox does, weak or strong. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { bubblewrapSandbox } from './bubblewrap/bubblewrap-sandbox.ts';
import { marked, node, outputOf } from './fixtures/programs.ts';
import { holds } from './fixtures/where-it-holds.ts';
import { processSandbox } from './process/process-sandbox.ts';

const levels = [['process', processSandbox()], ...(holds ? ([['kernel', bubblewrapSandbox()]] as const) : [])] as const;

describe.each(levels)('at level %s', (level, sandbox) => {
  test('the probe finds the level, and the program says the same', async () => {
    expect((await sandbox.probe()).level).toBe(level);
    const program = await sandbox.start(node(''));
    expect(program.level).toBe(level);
    await outputOf(program);
  });

  test('output, errors, input and exit code come through', async () => {
    const program = await sandbox.start(
      node(
        "process.stdin.on('data', (c) => process.stdout.write('got ' + c)).on('end', () => { console.error('bye'); process.exitCode = 7; })",
      ),
    );
    program.stdin.end('hello');
    const [out, err] = await Promise.all([text(program.stdout), text(program.stderr)]);
    expect([out, err]).toEqual(['got hello', 'bye\n']);
    expect(await program.exited).toEqual({ code: 7, signal: null, killed: false, survivors: 0 });
  });

  test('a short program is heard by a reader that comes late', async () => {
    const program = await sandbox.start({ ...node(''), path: '/usr/bin/printf', args: ['heard'] });
    await program.exited;
    expect((await outputOf(program)).out).toBe('heard');
  });

  test('long output comes whole, although the reader is slow', async () => {
    const program = await sandbox.start(node("process.stdout.write('x'.repeat(5_000_000))"));
    program.stdin.end();
    let length = 0;
    for await (const chunk of program.stdout) {
      length += (chunk as Buffer).length;
      await new Promise(setImmediate);
    }
    expect(length).toBe(5_000_000);
  });

  test('the environment is what was given, whatever ours is', async () => {
    process.env.RUNSEAL_TEST_LEAK = 'leak';
    const { out } = await outputOf(
      await sandbox.start(
        node('console.log(Object.keys(process.env).filter((n) => !["PWD", "RUNSEAL_PROGRAM"].includes(n)).join())', {
          env: { A: '1' },
        }),
      ),
    );
    delete process.env.RUNSEAL_TEST_LEAK;
    expect(out).toBe('A\n');
  });

  test('a program that obeys SIGINT ends by itself', async () => {
    const controller = new AbortController();
    const program = await sandbox.start(
      node("process.on('SIGINT', () => process.exit(9)); console.log('up'); setInterval(() => {}, 1000)", {
        signal: controller.signal,
        graceMs: 20_000,
      }),
    );
    await once(program.stdout, 'data');
    controller.abort();
    expect(await program.exited).toEqual({ code: 9, signal: null, killed: true, survivors: 0 });
  });

  test('a program that defies SIGINT is killed with all it started, sessions and all', async () => {
    const mark = `defiant-${level}-${process.pid}`;
    const controller = new AbortController();
    const code = `
      const { spawn } = require('child_process');
      for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => {});
      const child = spawn('setsid', ['sh', '-c', "trap '' INT TERM HUP; (setsid sh -c 'trap \\"\\" INT TERM HUP; sleep 1000; : ${mark}' &); sleep 1000; : ${mark}"], { detached: true, stdio: 'inherit' });
      child.unref();
      setTimeout(() => console.log('up'), 200); setInterval(() => {}, 1000); // ${mark}`;
    const program = await sandbox.start(node(code, { signal: controller.signal, graceMs: 100 }));
    await once(program.stdout, 'data');
    expect(marked(mark).length).toBeGreaterThanOrEqual(3);
    controller.abort();
    expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL', killed: true, survivors: 0 });
    expect(marked(mark)).toEqual([]);
  });

  test('what a program leaves behind when it ends is ended too', async () => {
    const mark = `orphan-${level}-${process.pid}`;
    const program = await sandbox.start({
      ...node(''),
      path: '/bin/sh',
      args: ['-c', `setsid sh -c 'sleep 1000; : ${mark}' >/dev/null 2>&1 & sleep 0.1`],
    });
    program.stdin.end();
    expect(await program.exited).toMatchObject({ code: 0, killed: false, survivors: 0 });
    expect(marked(mark)).toEqual([]);
  });

  test('a program that does not exist is refused at the start', async () => {
    await expect(sandbox.start(node('', { path: '/usr/bin/there-is-no-such-program' }))).rejects.toMatchObject({
      code: 'runseal.program_missing',
    });
  });

  test('a floor above what can be had is refused, and nothing is started', async () => {
    const mark = path.join(os.tmpdir(), `runseal-floor-${level}-${process.pid}`);
    await expect(
      sandbox.start(node(`require('fs').writeFileSync(${JSON.stringify(mark)}, '')`, { floor: 'microvm' })),
    ).rejects.toMatchObject({ code: 'runseal.containment_unavailable' });
    expect(fs.existsSync(mark)).toBe(false);
  });

  test.each([
    ['a relative path', { path: 'node' }],
    ['a working folder that leads upwards', { cwd: '/tmp/../etc' }],
    ['a NUL in an argument', { args: ['a\0--bind'] }],
    ['a NUL in a value of the environment', { env: { A: 'x\0--bind\0/\0/' } }],
    ['a name of the environment that is none', { env: { 'A=B': 'x' } }],
    ['a mount on a relative path', { mounts: [{ kind: 'rw' as const, host: '/tmp', child: 'x' }] }],
    ['a port that is none', { reach: [{ port: 0, target: { host: '127.0.0.1', port: 1 } }] }],
  ])('%s is refused', async (_, wrong) => {
    await expect(sandbox.start(node('', wrong))).rejects.toMatchObject({ code: 'runseal.program_invalid' });
  });

  test('a program that was cancelled before its start is not started', async () => {
    await expect(sandbox.start(node('', { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'runseal.cancelled',
    });
  });

  test('limits hold', async () => {
    const size = await outputOf(
      await sandbox.start(
        node(
          "const fs = require('fs'); const f = fs.mkdtempSync('/tmp/limit-') + '/f'; process.on('SIGXFSZ', () => {}); try { fs.writeFileSync(f, Buffer.alloc(3_000_000)); console.log('wrote'); } catch (e) { console.log(e.code); } fs.rmSync(f.slice(0, -2), { recursive: true });",
          { limits: { fileBytes: 1_000_000 } },
        ),
      ),
    );
    expect(size.out).toBe('EFBIG\n');
    const files = await outputOf(
      await sandbox.start({
        ...node(''),
        path: '/bin/sh',
        args: ['-c', 'ulimit -n; ulimit -c'],
        limits: { openFiles: 64 },
      }),
    );
    expect(files.out).toBe('64\n0\n');
    const memory = await sandbox.start({
      ...node(''),
      path: '/usr/bin/env',
      args: ['node', '-e', 'const a = []; for (;;) a.push(Buffer.alloc(1e7, 1))'],
      limits: { memoryBytes: 500_000_000 },
    });
    await outputOf(memory);
    expect((await memory.exited).code).not.toBe(0);
  });
});

test.each(levels.map(([level]) => level))(
  'a descriptor that our process inherited goes no further, at level %s',
  (level) => {
    const fixture = path.join(import.meta.dirname, 'fixtures/show-descriptors.ts');
    const secret = fs.openSync(import.meta.filename, 'r');
    const stdio = [
      'ignore',
      'pipe',
      'inherit',
      'ignore',
      'ignore',
      'ignore',
      'ignore',
      'ignore',
      'ignore',
      'ignore',
      'ignore',
      secret,
    ] as const;
    const { stdout } = spawnSync(process.execPath, [fixture, level], { stdio: [...stdio], encoding: 'utf8' });
    fs.closeSync(secret);
    const { ours, theirs } = JSON.parse(stdout) as { ours: string[]; theirs: string[] };
    expect(ours).toContain(import.meta.filename);
    expect(theirs.filter((target) => target !== '/dev/null' && !/^(socket:|\/proc\/\d+\/fd$)/.test(target))).toEqual(
      [],
    );
    expect(theirs.filter((target) => target.startsWith('socket:')).length).toBeLessThanOrEqual(3);
  },
);
