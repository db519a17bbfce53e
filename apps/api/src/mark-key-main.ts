/** Says for ever, in the ledger, that a sealing key is retired or compromised. Connects as the owner. */
import { parseArgs } from 'node:util';
import { connect } from '@runseal/spine/postgres';
import { configOf } from './config/config.ts';
import { migrateAll } from './database/migrations.ts';
import { decideKey, type KeyDecision } from './keys/decide-key.ts';
import { withOneSentence } from './runtime/one-sentence.ts';

const USAGE = `Usage: mark-key-main.js --key KEYID --as retired|compromised --by WHO --reason TEXT [--since TIME]
  --since   ISO time from when on; for a compromised key the first moment others may have had it (default: now)
`;

const decision = readArguments();

await withOneSentence('Nothing was marked', async () => {
  const { databaseUrl } = configOf(process.env);
  await migrateAll(databaseUrl);
  const sql = connect(databaseUrl, { name: 'runseal-mark-key', max: 1 });
  try {
    await decideKey(sql, decision);
    process.stdout.write(`${decision.keyId} is ${decision.as} since ${decision.since.toISOString()}.\n`);
  } finally {
    await sql.end();
  }
});

/** Anything it does not know is wrong usage, exit 2. */
function readArguments(): KeyDecision {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { key: text, as: text, by: text, reason: text, since: text } });
    const { key, as, by, reason } = values;
    const since = new Date(values.since ?? Date.now());
    if (key && by && reason && (as === 'retired' || as === 'compromised') && !Number.isNaN(since.getTime()))
      return { keyId: key, as, since, by, reason };
  } catch {
    // An option it does not know.
  }
  process.stderr.write(USAGE);
  process.exit(2);
}
