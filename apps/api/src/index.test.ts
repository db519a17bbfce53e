import * as api from './index.ts';

test('the package exports exactly this', () => {
  expect(Object.keys(api).sort()).toEqual([
    'API_MIGRATIONS',
    'ConfigError',
    'ListenError',
    'configOf',
    'createApi',
    'createKey',
    'ensureFirstKey',
    'migrateAll',
    'startWorker',
  ]);
});
