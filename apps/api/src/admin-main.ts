/** API keys, from the command line. Connects as the owner. */
import { parseArgs } from 'node:util';
import { connect, type Sql } from '@runseal/spine/postgres';
import { keysOnHand, revokeKey, type KeyOnHand } from './auth/keys-on-hand.ts';
import { createKey, ensureFirstKey, type NewKey } from './auth/principals.ts';
import { configOf } from './config/config.ts';
import { migrateAll } from './database/migrations.ts';
import { withOneSentence } from './runtime/one-sentence.ts';

const USAGE = `Usage:
  admin-main.js create-key --name NAME [--workspace W]...   prints a new API key, once, on stdout
  admin-main.js ensure-first-key --name NAME                the same, but only where there is no key yet
  admin-main.js list-keys                                   what each key begins with, whose it is, and since when
  admin-main.js revoke-key --key START                      a key opens nothing any more, and what is open ends
`;

interface Given {
  readonly name: string | undefined;
  readonly workspace: readonly string[] | undefined;
  readonly key: string | undefined;
}

/** What each command wants, what it may have, and what it is told to have failed at. */
const COMMANDS: Readonly<
  Record<
    string,
    { wants: (keyof Given)[]; may?: (keyof Given)[]; failed: string; run(sql: Sql, given: Given): Promise<void> }
  >
> = {
  'create-key': {
    wants: ['name'],
    may: ['workspace'],
    failed: 'No key was made',
    run: async (sql, { name, workspace }) => printNew(await createKey(sql, name!, workspace ?? null)),
  },
  'ensure-first-key': {
    wants: ['name'],
    failed: 'No key was made',
    run: async (sql, { name }) => printNew(await ensureFirstKey(sql, name!)),
  },
  'list-keys': {
    wants: [],
    failed: 'The keys could not be listed',
    run: async (sql) => {
      for (const key of await keysOnHand(sql)) process.stdout.write(`${lineOf(key)}\n`);
    },
  },
  'revoke-key': {
    wants: ['key'],
    failed: 'No key was revoked',
    run: async (sql, { key }) => {
      process.stdout.write(`${lineOf(await revokeKey(sql, key!))}\n`);
    },
  },
};

const { command, given } = readArguments();

await withOneSentence(command.failed, async () => {
  const { databaseUrl } = configOf(process.env);
  await migrateAll(databaseUrl);
  const sql = connect(databaseUrl, { name: 'runseal-admin', max: 1 });
  try {
    await command.run(sql, given);
  } finally {
    await sql.end();
  }
});

function printNew(made: NewKey | null): void {
  if (made === null) process.stderr.write('There are keys already; none was made.\n');
  else process.stdout.write(`${made.key}\n`);
}

/** Tabs between: start, principal, workspaces or `*`, made, last used, revoked; `-` for never. */
function lineOf({ prefix, principal, workspaces, createdAt, lastUsedAt, revokedAt }: KeyOnHand): string {
  const times = [createdAt, lastUsedAt, revokedAt].map((at) => at?.toISOString() ?? '-');
  return [prefix, principal, workspaces?.join(',') ?? '*', ...times].join('\t');
}

/** Anything it does not know is wrong usage, exit 2. */
function readArguments(): { command: (typeof COMMANDS)[string]; given: Given } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, workspace: { type: 'string', multiple: true }, key: { type: 'string' } },
    });
    const command = Object.hasOwn(COMMANDS, positionals[0] ?? '') ? COMMANDS[positionals[0]!] : undefined;
    const said = Object.keys(values) as (keyof Given)[];
    if (
      positionals.length === 1 &&
      command?.wants.every((option) => said.includes(option)) === true &&
      said.every((option) => [...command.wants, ...(command.may ?? [])].includes(option))
    ) {
      const { name, workspace, key } = values;
      return { command, given: { name, workspace, key } };
    }
  } catch {
    // An option it does not know.
  }
  process.stderr.write(USAGE);
  process.exit(2);
}
