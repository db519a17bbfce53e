import { readChatSettings } from './settings.ts';

describe('settings of the chat harness', () => {
  it('come from our own pair of variables first, else from the usual one', () => {
    const openai = { OPENAI_BASE_URL: 'https://b.example/v1/', OPENAI_API_KEY: 'kb' };
    const ours = { RUNSEAL_CHAT_BASE_URL: 'https://a.example/v1', RUNSEAL_CHAT_API_KEY: 'ka' };
    expect(readChatSettings(openai)).toEqual({
      ok: true,
      settings: { baseUrl: 'https://b.example/v1', apiKey: 'kb', streamed: true },
    });
    expect(readChatSettings({ ...openai, ...ours })).toEqual({
      ok: true,
      settings: { baseUrl: 'https://a.example/v1', apiKey: 'ka', streamed: true },
    });
  });

  it('never take a key to an endpoint of the other pair', () => {
    const mixed = { RUNSEAL_CHAT_BASE_URL: 'https://a.example/v1', OPENAI_API_KEY: 'kb' };
    expect(readChatSettings(mixed)).toMatchObject({
      ok: false,
      readiness: { loggedIn: false, code: 'harness_logged_out' },
    });
  });

  it('say whether answers may come in pieces', () => {
    const ours = { RUNSEAL_CHAT_BASE_URL: 'https://a.example/v1', RUNSEAL_CHAT_API_KEY: 'ka' };
    expect(readChatSettings({ ...ours, RUNSEAL_CHAT_STREAM: 'off' })).toMatchObject({ settings: { streamed: false } });
    expect(readChatSettings({ ...ours, RUNSEAL_CHAT_STREAM: ' ' })).toMatchObject({ settings: { streamed: true } });
    expect(readChatSettings({ ...ours, RUNSEAL_CHAT_STREAM: 'no' })).toMatchObject({
      ok: false,
      readiness: { reason: 'RUNSEAL_CHAT_STREAM is on or off.' },
    });
  });

  it.each(['k\nk', 'k\u0007k', 'k k', 'ключ', 'k'.repeat(4097)])(
    'refuse a key that cannot be sent, and do not tell it: %j',
    (key) => {
      const read = readChatSettings({ OPENAI_BASE_URL: 'https://a.example/v1', OPENAI_API_KEY: key });
      const reason = 'OPENAI_API_KEY must be a key of plain characters, without spaces.';
      expect(read).toMatchObject({ ok: false, readiness: { available: true, code: 'harness_logged_out', reason } });
    },
  );

  it('say what is missing', () => {
    expect(readChatSettings({})).toMatchObject({
      ok: false,
      readiness: {
        code: 'harness_missing',
        reason: expect.stringMatching(/RUNSEAL_CHAT_BASE_URL and RUNSEAL_CHAT_API_KEY/) as string,
      },
    });
  });

  it.each(['http://127.0.0.1:8080/v1', 'http://127.1/v1', 'http://[::1]:8080/v1', 'http://localhost/v1'])(
    'take %s in the clear, as it stays on this machine',
    (address) => {
      const read = readChatSettings({ RUNSEAL_CHAT_BASE_URL: address, RUNSEAL_CHAT_API_KEY: 'k' });
      expect(read).toMatchObject({ ok: true, settings: { baseUrl: address } });
    },
  );

  it.each([
    'http://a.example/v1',
    'http://10.0.0.7:11434/v1',
    'http://127.example.com/v1',
    'http://localhost.example/v1',
  ])('take no key to %s in the clear unless that is meant', (address) => {
    const ours = { RUNSEAL_CHAT_BASE_URL: address, RUNSEAL_CHAT_API_KEY: 'k' };
    for (const meant of [{}, { RUNSEAL_CHAT_PLAIN_HTTP: 'off' }])
      expect(readChatSettings({ ...ours, ...meant })).toMatchObject({
        ok: false,
        readiness: {
          available: false,
          reason: expect.stringMatching(/^RUNSEAL_CHAT_BASE_URL .*in the clear.*RUNSEAL_CHAT_PLAIN_HTTP=on/) as string,
        },
      });
    expect(readChatSettings({ ...ours, RUNSEAL_CHAT_PLAIN_HTTP: 'on' })).toMatchObject({ settings: { apiKey: 'k' } });
    expect(readChatSettings({ ...ours, RUNSEAL_CHAT_PLAIN_HTTP: 'yes' })).toMatchObject({
      readiness: { reason: 'RUNSEAL_CHAT_PLAIN_HTTP is on or off.' },
    });
  });

  it.each([
    'localhost:8080',
    'file:///etc/passwd',
    'https://user:pw@a.example/v1',
    'https://a.example/v1?key=1',
    'nonsense',
  ])('refuse the address %s', (address) => {
    const read = readChatSettings({ RUNSEAL_CHAT_BASE_URL: address, RUNSEAL_CHAT_API_KEY: 'k' });
    expect(read).toMatchObject({ ok: false, readiness: { available: false } });
  });
});
