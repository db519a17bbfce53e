import { resolve } from 'node:path';
import { readSettings, ROOT } from './settings.ts';

/** How a refusal looks, whatever its sentence. */
const refusal = (more: object = {}): Error => expect.objectContaining({ code: 'setting_invalid', ...more }) as Error;

describe('settings', () => {
  it('default to ports 4400 and 4401, the embedded Postgres and .runseal', () => {
    expect(readSettings({})).toEqual({
      dataDir: resolve(ROOT, '.runseal'),
      apiPort: 4400,
      webPort: 4401,
      databaseUrl: null,
    });
  });

  it.each(['0', '65536', '-1', 'http', '44.0', '1e3'])('refuse the port %s by name', (port) => {
    expect(() => readSettings({ RUNSEAL_PORT: port })).toThrow(
      refusal({ message: expect.stringContaining('RUNSEAL_PORT') as string }),
    );
  });

  it('refuse one port for both', () => {
    expect(() => readSettings({ RUNSEAL_WEB_PORT: '4400' })).toThrow(refusal());
  });

  it('refuse a DATABASE_URL that is none, without repeating the password in it', () => {
    const url = 'mysql://user:hunter2@host/db';
    expect(() => readSettings({ DATABASE_URL: url })).toThrow(
      refusal({ message: expect.not.stringContaining('hunter2') as string }),
    );
  });
});
