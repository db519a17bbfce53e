/** Exports a run as a stream, verifies it as it comes, and says how much memory this process took at most. */
import { verifyRecordStream, keyIdOf } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { connect, openStore } from '@runseal/spine/postgres';

const [, , url, run, key] = process.argv;
const publicKey = Uint8Array.from(JSON.parse(key!) as number[]);
const sql = connect(url!, { max: 2 });
const from = performance.now();
const report = await verifyRecordStream(openStore({ sql }).record(run!), {
  keyring: [{ keyId: keyIdOf(publicKey), publicKey }],
  hasher: nodeHasher,
});
const seconds = (performance.now() - from) / 1000;
await sql.end();
const { state } = report.verdicts[0]!;
process.stdout.write(
  JSON.stringify({ state, events: report.events, seconds, peakMb: process.resourceUsage().maxRSS / 1024 }),
);
