import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** A program that logs, with its stderr there; answers how it ended and what it said on stdout. */
function logging(stderr: number | 'pipe', script: string) {
  const logger = JSON.stringify(join(import.meta.dirname, 'logger.ts'));
  const whole = `import { loggerOf } from ${logger}; const log = loggerOf({ logLevel: 'info' }, 'test'); ${script}`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', whole];
  const ran = spawnSync(process.execPath, flags, { stdio: ['ignore', 'pipe', stderr], encoding: 'utf8' });
  return { status: ran.status, said: ran.stdout, logged: ran.stderr };
}

test('A log that cannot be written ends nobody', () => {
  const full = openSync('/dev/full', 'w');
  const many = `for (let n = 0; n < 3000; n += 1) log.error({ text: 'x'.repeat(1000) }, 'line');`;
  expect(logging(full, `${many} console.log('alive');`)).toMatchObject({ status: 0, said: 'alive\n' });
  closeSync(full);
});

test('One that can be is, a line each, with secrets masked', () => {
  const { logged } = logging('pipe', `log.info({ request: { token: 'abc' } }, 'one'); log.info('two');`);
  const lines = logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ msg: 'one', request: { token: '[Redacted]' } }, { msg: 'two' }]);
});
