import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolders, temporaryFolder } from '../testing/folders.ts';
import { codexKey, codexProvider } from './provider.ts';

afterAll(removeFolders);

it('the provider is OpenAI unless the operator says otherwise', () => {
  expect(codexProvider({}).hostname).toBe('api.openai.com');
  expect(codexProvider({ RUNSEAL_CODEX_BASE_URL: 'http://localhost:1/v1' }).baseUrl).toBe('http://127.0.0.1:1/v1');
});

describe('the key', () => {
  it('comes from the most specific variable', async () => {
    expect(await codexKey({ OPENAI_API_KEY: 'c', CODEX_API_KEY: 'b', RUNSEAL_CODEX_API_KEY: ' a\n' })).toBe('a');
    expect(await codexKey({ OPENAI_API_KEY: 'c', CODEX_API_KEY: ' ' })).toBe('c');
    expect(await codexKey({})).toBeNull();
  });

  it('is refused when it could not be one header value', async () => {
    expect(await codexKey({ OPENAI_API_KEY: 'a\r\nX-Evil: 1' })).toBeNull();
  });

  it('may come from an API-key login, never from a ChatGPT one', async () => {
    const home = await temporaryFolder('codex-login-');
    const logins = [
      ['{"auth_mode":"apikey","OPENAI_API_KEY":"sk-1"}', 'sk-1'],
      ['{"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"access_token":"t"}}', null],
      ['null', null],
      ['{', null],
    ] as const;
    for (const [text, key] of logins) {
      await writeFile(join(home, 'auth.json'), text);
      expect(await codexKey({ RUNSEAL_CODEX_HOME: home })).toBe(key);
    }
    expect(await codexKey({ RUNSEAL_CODEX_HOME: join(home, 'missing') })).toBeNull();
  });

  it('is neither waited for in a pipe nor looked for in what is too large for a login', async () => {
    const home = await temporaryFolder('codex-login-');
    const file = join(home, 'auth.json');
    execFileSync('mkfifo', [file]);
    expect(await codexKey({ RUNSEAL_CODEX_HOME: home })).toBeNull();
    await rm(file);
    await writeFile(file, `{"OPENAI_API_KEY":"sk-1"}${' '.repeat(64 * 1024)}`);
    expect(await codexKey({ RUNSEAL_CODEX_HOME: home })).toBeNull();
  });
});
