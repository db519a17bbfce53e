/** A batcher in a process of its own, to be killed: writes what waits into the ledger, for ever. SEED is its key (hex). */
import { writeSync } from 'node:fs';
import { fromHex, SpineError } from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { connect, openLedger } from '@runseal/spine/postgres';

const signer = signerFromSeed(fromHex(process.env['SEED']!));
const sql = connect(process.env['DATABASE_URL']!, { max: 2 });
const ledger = openLedger({ sql, signer, origin: process.env['ORIGIN']! });
for (;;) {
  try {
    const written = await ledger.batch();
    if (written > 0) writeSync(1, `${written}\n`);
  } catch (error) {
    // Another batcher was faster, or the database went away for a moment.
    if (!(error instanceof SpineError)) throw error;
  }
}
