import { spawn } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exit, Program, ProgramSpec, Sandbox, SandboxProbe } from '@runseal/dispatch';
import { removeFolders, temporaryFolder } from '../../testing/folders.ts';
import { codexAdapter } from './index.ts';

/** Really starts programs, but confines nothing: the fakes below are shell scripts that need a host. */
class OpenSandbox implements Sandbox {
  starts = 0;
  readonly level: SandboxProbe['level'];
  constructor(level: SandboxProbe['level'] = 'kernel') {
    this.level = level;
  }
  probe(): Promise<SandboxProbe> {
    return Promise.resolve({ level: this.level, reason: 'install bubblewrap', mechanism: 'none' });
  }
  async start(spec: ProgramSpec): Promise<Program> {
    this.starts += 1;
    const child = spawn(spec.path, spec.args, { env: spec.env, cwd: spec.cwd });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    const exited = new Promise<Exit>((resolve) =>
      child.once('close', (code, signal) => resolve({ code, signal, killed: false, survivors: 0 })),
    );
    return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, exited, level: 'kernel' };
  }
}

interface Fake {
  version?: string;
  help?: string;
  rehearsal?: string;
  login?: string;
}

const OPTIONS = '--json --sandbox --strict-config --ignore-user-config --ignore-rules --disable --output-last-message';
const NO_PROMPT = 'echo "No prompt provided via stdin." >&2; exit 1';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder('fake-codex-');
});
afterAll(removeFolders);

/** A tiny program that answers the questions readiness asks. */
async function fake({
  version = 'echo codex-cli 0.171.0',
  help = `echo ${OPTIONS}`,
  rehearsal,
  login,
}: Fake = {}): Promise<string> {
  const path = join(folder, 'codex');
  const script = [
    '#!/bin/sh',
    'case "$1 $2" in',
    `  "--version ") ${version};;`,
    `  "exec --help") ${help};;`,
    `  "login status") ${login ?? 'echo Not logged in >&2; exit 1'};;`,
    `  *) ${rehearsal ?? NO_PROMPT};;`,
    'esac',
  ].join('\n');
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

const KEY = { RUNSEAL_CODEX_API_KEY: 'sk-test' };
const detect = async (faked: Fake, env: Record<string, string> = KEY, sandbox = new OpenSandbox()) =>
  codexAdapter().detect(sandbox, { RUNSEAL_CODEX_BINARY: await fake(faked), ...env });

describe('codex is ready', () => {
  it('when it runs, is a verified version, accepts the lockdown and has a key', async () => {
    expect(await detect({})).toEqual({
      available: true,
      loggedIn: true,
      version: '0.171.0',
      reason: '',
      refuse: false,
      code: null,
    });
  });

  it('without being examined twice while its file stays the same', async () => {
    const sandbox = new OpenSandbox();
    const adapter = codexAdapter();
    const env = { RUNSEAL_CODEX_BINARY: await fake(), ...KEY };
    await adapter.detect(sandbox, env);
    const after = sandbox.starts;
    expect((await adapter.detect(sandbox, env)).code).toBeNull();
    expect(sandbox.starts).toBe(after);
    await fake({ version: 'echo codex-cli 0.99.0; true' });
    expect((await adapter.detect(sandbox, env)).code).toBe('harness_too_old');
  });
});

describe('codex is refused', () => {
  it.each([
    ['found but does not run', { version: 'exit 127' }, 'harness_not_runnable'],
    ['is too old', { version: 'echo codex-cli 0.140.0' }, 'harness_too_old'],
    ['is newer than the lockdown was verified with', { version: 'echo codex-cli 0.999.0' }, 'harness_unverified'],
    ['is another program', { version: 'echo hello' }, 'lockdown_missing'],
    ['has no --json', { help: 'echo --sandbox --strict-config' }, 'lockdown_missing'],
    [
      'does not know a feature of the lockdown',
      { rehearsal: 'echo "Error: Unknown feature flag: hooks" >&2; exit 1' },
      'lockdown_missing',
    ],
    [
      'starts a thread without a prompt',
      { rehearsal: `echo '{"type":"thread.started"}'; ${NO_PROMPT}` },
      'lockdown_missing',
    ],
  ] as const)('when it %s', async (_title, faked, code) => {
    expect(await detect(faked)).toMatchObject({ code, refuse: true });
  });

  it('when it is not there, or is not what the operator named', async () => {
    const named = (path: string) => codexAdapter().detect(new OpenSandbox(), { RUNSEAL_CODEX_BINARY: path, ...KEY });
    expect(await named(join(folder, 'nothing'))).toMatchObject({ code: 'harness_missing', available: false });
    expect(await named('codex')).toMatchObject({ code: 'harness_missing' });
    expect(await named(folder)).toMatchObject({ code: 'harness_missing' });
    await writeFile(join(folder, 'plain'), 'text');
    expect(await named(join(folder, 'plain'))).toMatchObject({ code: 'harness_missing' });
  });

  it('when the host cannot confine it', async () => {
    const sandbox = new OpenSandbox('process');
    expect(await detect({}, KEY, sandbox)).toMatchObject({ code: 'containment_unavailable', refuse: true });
    expect(sandbox.starts).toBe(0);
  });

  it('when the sandbox cannot start it, told apart from a missing one', async () => {
    const sandbox = new OpenSandbox();
    sandbox.start = () => Promise.reject(new Error('exec format error'));
    expect(await detect({}, KEY, sandbox)).toMatchObject({ code: 'harness_not_runnable', refuse: true });
  });
});

describe('codex needs a login', () => {
  it('and says what to set', async () => {
    const found = await detect({}, {});
    expect(found).toMatchObject({ code: 'harness_logged_out', refuse: false, available: true, loggedIn: false });
    expect(found.reason).toContain('RUNSEAL_CODEX_API_KEY');
  });

  it('which an API-key login in its home is, and "Not logged in" or ChatGPT are not', async () => {
    const home = join(folder, 'home');
    await mkdir(home);
    await writeFile(join(home, 'auth.json'), '{"OPENAI_API_KEY":"sk-1234567890"}');
    const status = (login: string) => detect({ login }, { RUNSEAL_CODEX_HOME: home });
    expect((await status('echo "API key configured - sk-12***90" >&2')).code).toBeNull();
    expect((await status('echo "Not logged in" >&2; exit 1')).code).toBe('harness_logged_out');
    const chatgpt = await status('echo "Logged in using ChatGPT" >&2');
    expect(chatgpt.code).toBe('harness_logged_out');
    expect(chatgpt.reason).not.toContain('sk-');
  });

  it('after the provider address is one a key may be sent to', async () => {
    expect(await detect({}, { ...KEY, RUNSEAL_CODEX_BASE_URL: 'http://example.com' })).toMatchObject({
      code: 'provider_invalid',
      refuse: false,
    });
  });
});

describe('the binary', () => {
  it('is the real one behind the npm shim', async () => {
    const platform = join(folder, `node_modules/@openai/codex-${process.platform}-${process.arch}`);
    const vendor = join(platform, 'vendor', 'some-triple');
    await mkdir(join(vendor, 'bin'), { recursive: true });
    await writeFile(join(platform, 'package.json'), '{}');
    await writeFile(join(vendor, 'codex-package.json'), '{}');
    const real = await fake({ version: 'echo codex-cli 0.171.7' });
    await writeFile(join(vendor, 'bin', 'codex'), `#!/bin/sh\nexec ${real} "$@"\n`);
    await chmod(join(vendor, 'bin', 'codex'), 0o755);
    const shim = join(folder, 'node_modules/@openai/codex/bin/codex.js');
    await mkdir(join(shim, '..'), { recursive: true });
    await writeFile(shim, '#!/usr/bin/env node\nprocess.exit(9);\n');
    await chmod(shim, 0o755);
    await mkdir(join(folder, 'bin'));
    await symlink(shim, join(folder, 'bin', 'codex'));
    const found = await codexAdapter().detect(new OpenSandbox(), {
      RUNSEAL_CODEX_BINARY: join(folder, 'bin', 'codex'),
      ...KEY,
    });
    expect(found).toMatchObject({ code: null, version: '0.171.7' });
  });
});
