import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exit, Program, ProgramSpec, Sandbox, SandboxProbe } from '@runseal/dispatch';
import { removeFolders, temporaryFolder } from '../../testing/folders.ts';
import { claudeAdapter } from './index.ts';

/** Really starts programs, but confines nothing: the fakes below are shell scripts that need a host. */
class OpenSandbox implements Sandbox {
  probe(): Promise<SandboxProbe> {
    return Promise.resolve({ level: 'kernel', reason: '', mechanism: 'none' });
  }
  async start(spec: ProgramSpec): Promise<Program> {
    const child = spawn(spec.path, spec.args, { env: spec.env, cwd: spec.cwd });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    const exited = new Promise<Exit>((resolve) =>
      child.once('close', (code, signal) => resolve({ code, signal, killed: false, survivors: 0 })),
    );
    return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, exited, level: 'kernel' };
  }
}

const NO_PROMPT = 'echo "Error: Input must be provided either through stdin" >&2; exit 1';

/** A tiny program that answers what readiness asks. */
async function fake(version: string, rehearsal: string): Promise<string> {
  const path = join(await temporaryFolder('fake-claude-'), 'claude');
  await writeFile(path, `#!/bin/sh\ncase "$1" in --version) ${version};; *) ${rehearsal};; esac\n`);
  await chmod(path, 0o755);
  return path;
}

const KEY = { RUNSEAL_CLAUDE_API_KEY: 'sk-test' };
const GOOD = 'echo "2.1.332 (Claude Code)"';
const detect = async (version: string = GOOD, rehearsal: string = NO_PROMPT, env: Record<string, string> = KEY) =>
  claudeAdapter().detect(new OpenSandbox(), { RUNSEAL_CLAUDE_BINARY: await fake(version, rehearsal), ...env });

afterAll(removeFolders);

describe('Claude Code', () => {
  it('is ready when it runs, was verified, takes the whole lockdown and has a key', async () => {
    expect(await detect()).toMatchObject({ code: null, loggedIn: true, version: '2.1.332', reason: '' });
  });

  it.each([
    ['does not run', 'exit 127', NO_PROMPT, 'harness_not_runnable'],
    ['is too old', 'echo "1.0.60 (Claude Code)"', NO_PROMPT, 'harness_too_old'],
    ['is newer than was verified', 'echo "2.2.0 (Claude Code)"', NO_PROMPT, 'harness_unverified'],
    ['is another program', 'echo 2.1.332', NO_PROMPT, 'lockdown_missing'],
    ['does not know an option', GOOD, 'echo "error: unknown option" >&2; exit 1', 'lockdown_missing'],
    ['starts a session without a prompt', GOOD, `echo '{"type":"system"}'; ${NO_PROMPT}`, 'lockdown_missing'],
  ])('is refused when it %s', async (_title, version, rehearsal, code) => {
    expect(await detect(version, rehearsal)).toMatchObject({ code, refuse: true });
  });

  it('says what to set when it has no key, or a provider that no key should be sent to', async () => {
    const keyless = await detect(GOOD, NO_PROMPT, {});
    expect(keyless).toMatchObject({ code: 'harness_logged_out', refuse: false });
    expect(keyless.reason).toContain('RUNSEAL_CLAUDE_API_KEY');
    const clear = { ...KEY, RUNSEAL_CLAUDE_BASE_URL: 'http://example.com' };
    expect(await detect(GOOD, NO_PROMPT, clear)).toMatchObject({ code: 'provider_invalid', refuse: false });
  });

  it('is missing when the operator names nothing that can be run', async () => {
    const named = (path: string) => claudeAdapter().detect(new OpenSandbox(), { RUNSEAL_CLAUDE_BINARY: path, ...KEY });
    expect(await named('/nothing/there')).toMatchObject({ code: 'harness_missing', available: false });
    expect(await named('claude')).toMatchObject({ code: 'harness_missing' });
  });
});
