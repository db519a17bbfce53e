/** Keys, from the command line: `admin-main.js create-key --name N [--workspace W]…`. Connects as the owner. */
import { parseArgs } from 'node:util';
import { connect } from '@runseal/spine/postgres';
import { createKey, ensureFirstKey } from './auth/principals.ts';
import { configOf } from './config/config.ts';
import { migrateAll } from './database/migrations.ts';
import { withOneSentence } from './runtime/one-sentence.ts';

const USAGE = `Usage:
  admin-main.js create-key --name NAME [--workspace W]...   prints a new API key, once, on stdout
  admin-main.js ensure-first-key --name NAME                the same, but only where there is no key yet
`;

const { command, name, workspace } = readArguments();

await withOneSentence('No key was made', async () => {
  const { databaseUrl } = configOf(process.env);
  await migrateAll(databaseUrl);
  const sql = connect(databaseUrl, { name: 'runseal-admin', max: 1 });
  try {
    const made =
      command === 'create-key' ? await createKey(sql, name, workspace ?? null) : await ensureFirstKey(sql, name);
    if (made === null) process.stderr.write('There are keys already; none was made.\n');
    else process.stdout.write(`${made.key}\n`);
  } finally {
    await sql.end();
  }
});

/** Anything it does not know is wrong usage, exit 2. */
function readArguments(): {
  command: 'create-key' | 'ensure-first-key';
  name: string;
  workspace: string[] | undefined;
} {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, workspace: { type: 'string', multiple: true } },
    });
    const [command, ...rest] = positionals;
    if (
      values.name !== undefined &&
      rest.length === 0 &&
      (command === 'create-key' || command === 'ensure-first-key')
    ) {
      return { command, name: values.name, workspace: values.workspace };
    }
  } catch {
    // An option it does not know.
  }
  process.stderr.write(USAGE);
  process.exit(2);
}
