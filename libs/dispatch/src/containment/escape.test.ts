import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { holds } from './fixtures/where-it-holds.ts';
import type { Escape } from './fixtures/escape-attempts.ts';

const FIXTURE = path.join(import.meta.dirname, 'fixtures/escape-attempts.ts');
/** Attempts that must work: a sandbox in which nothing works proves nothing. */
const WORKS = ['write in the workspace', 'write in /tmp', 'use the port that was lent'];
const FORKS = 'start a hundred processes';
/** Programs of one sandbox have one user: the kernel holds them from each other only where Yama does. */
const MEMORY = 'read the memory of another program of the sandbox';

function escapeAs(user: 'ourselves' | 'an ordinary user'): Escape {
  const asUser = user === 'ourselves' ? [] : ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
  const [file, ...args] = [...asUser, process.execPath, FIXTURE];
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Escape;
}

/** What the host says about reading the memory of processes that are not one's children; 0 where it says nothing. */
function yama(): string {
  try {
    return readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim();
  } catch {
    return '0';
  }
}

/** Only root can become somebody else, and that somebody must be able to read this folder. */
function canBecomeOrdinary(): boolean {
  if (process.getuid?.() !== 0) return false;
  return (
    spawnSync('setpriv', [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      '--',
      process.execPath,
      '-e',
      `require('fs').accessSync(${JSON.stringify(FIXTURE)})`,
    ]).status === 0
  );
}

const users: ('ourselves' | 'an ordinary user')[] = [
  'ourselves',
  ...(canBecomeOrdinary() ? ['an ordinary user'] : []),
] as ('ourselves' | 'an ordinary user')[];
if (holds && users.length === 1)
  console.warn(
    'The escape attempts run as this user only: to run them as another one too takes root, setpriv and a checkout that others may read.',
  );

(holds ? describe : describe.skip).each(users)('a hostile program, started by %s', (user) => {
  let escape: Escape;
  beforeAll(() => {
    escape = escapeAs(user);
  });

  test('is held at kernel level by a probe that tried it', () => {
    expect(escape.probe).toMatchObject({ level: 'kernel', reason: '' });
  });

  test('can do what it may', () => {
    expect(WORKS.map((attempt) => escape.attempts[attempt])).toEqual(WORKS.map(() => 'ok'));
  });

  test('gets out by none of the ways it tries', () => {
    const { environment: _, [FORKS]: _forks, [MEMORY]: _memory, ...attempts } = escape.attempts;
    expect(Object.keys(attempts).length).toBeGreaterThan(25);
    expect(Object.entries(attempts).filter(([attempt, result]) => result === 'ok' && !WORKS.includes(attempt))).toEqual(
      [],
    );
  });

  test('cannot start processes without end, where the probe does not say that root is exempt', () => {
    const exempt = escape.probe.mechanism.includes('root is exempt');
    expect(escape.attempts[FORKS]).toBe(exempt ? 'ok' : 'refused');
    expect(exempt && escape.uid !== 0).toBe(false);
  });

  test('reads the memory of its neighbours in the sandbox where the host does not forbid it', () => {
    expect(escape.attempts[MEMORY]).toBe(yama() === '0' ? 'ok' : 'refused');
  });

  test('sees its own environment and nothing else', () => {
    expect(escape.attempts.environment).toBe('PATH PWD TOKEN');
  });

  test('changes nothing outside, and its secret shows in no argument list', () => {
    expect(escape).toMatchObject({
      secretUntouched: true,
      secretSeenInArgv: false,
      outsideFiles: ['secret', 'socket'],
    });
  });

  test('leaves nobody behind, not even a child that left its session', () => {
    expect(escape).toMatchObject({
      left: 0,
      looked: true,
      exit: { code: 0, signal: null, killed: false, survivors: 0 },
    });
  });
});
