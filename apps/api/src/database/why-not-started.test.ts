import { whyNotStarted } from './why-not-started.ts';

const error = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });

test.each([
  ['28P01', 'password authentication failed for user "u"', 'database_refused'],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1"', 'database_refused'],
  ['3D000', 'database "d" does not exist', 'database_missing'],
  ['42501', 'permission denied to create role', 'service_role_missing'],
  ['42501', 'permission denied to set role "runseal_service"', 'service_role_missing'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5499', 'store_unavailable'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db', 'store_unavailable'],
])('%s, "%s", is %s, with what was said', (said, message, code) => {
  for (const thrown of [error(said, message), error('runseal.any', 'outer', error(said, message))]) {
    const why = whyNotStarted(thrown);
    expect(why?.code).toBe(code);
    expect(why?.sentence).toContain(message);
  }
});

test('What has nothing to do with the database is left alone', () => {
  for (const thrown of [error('42501', 'permission denied for table t'), error('EACCES', 'x'), null, 'text'])
    expect(whyNotStarted(thrown)).toBeNull();
});
