import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const install = (folder: string, env: NodeJS.ProcessEnv = {}, ...names: string[]) =>
  spawnSync(process.execPath, [join(folder, 'install.mjs'), ...names], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });

describe('the installer of the vendor CLIs', () => {
  it('does nothing when they are there', () => {
    const done = install(here);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toContain('@openai/codex@0.171.0');
  });

  it('knows which there are', () => {
    const unknown = install(here, {}, 'codex', 'nonesuch');
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('nonesuch');
    expect(unknown.stderr).toContain('codex, claude, opencode, gemini');
  });

  it.each([
    [[], ['@openai/codex@0.171.0']],
    [
      ['codex', 'claude'],
      ['@openai/codex@0.171.0', '@anthropic-ai/claude-code@2.1.332'],
    ],
    [
      ['all'],
      [
        '@openai/codex@0.171.0',
        '@anthropic-ai/claude-code@2.1.332',
        'opencode-linux-x64@1.18.33',
        '@google/gemini-cli@0.61.0',
      ],
    ],
  ])('names what is missing when the registry cannot be reached: %j', (names, missing) => {
    const folder = mkdtempSync(join(tmpdir(), 'install-'));
    for (const file of ['install.mjs', 'package.json', 'package-lock.json'])
      cpSync(join(here, file), join(folder, file));
    const nowhere = {
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
      npm_config_cache: folder,
    };
    const failed = install(folder, nowhere, ...names);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain(`Missing: ${missing.join(', ')}: the npm registry could not be reached`);
    expect(failed.stderr).toContain('node test/harnesses/install.mjs');
    rmSync(folder, { recursive: true, force: true });
  });
});
