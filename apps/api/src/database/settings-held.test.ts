import postgres from 'postgres';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { connectService } from './connect-service.ts';
import { checkSettingsHeld } from './settings-held.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('A connection of ours has what it was started with', async () => {
  const { ownerUrl: databaseUrl, serviceUrl: serviceDatabaseUrl } = database;
  const sql = connectService({ databaseUrl, serviceDatabaseUrl, standstillMs: 30_000 }, 'test', true);
  await expect(checkSettingsHeld(sql)).resolves.toBeUndefined();
  await sql.end();
});

test('One that somebody else opened, as a pooler does, is refused with the names of what is missing', async () => {
  const sql = postgres(database.serviceUrl, { max: 1 });
  await expect(checkSettingsHeld(sql)).rejects.toMatchObject({
    code: 'connection_settings_lost',
    message: expect.stringMatching(/synchronous_commit/) as string,
  });
  await sql.end();
});
