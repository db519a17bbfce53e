/**
 * A writer in a process of its own, to be killed or to compete: takes RUN over and appends, telling each acknowledged
 * seq on a line, COUNT times or for ever. Exits with 3 when another writer took the run over.
 */
import { writeSync } from 'node:fs';
import { SpineError } from '@runseal/spine';
import { connect, openStore } from '@runseal/spine/postgres';

const store = openStore({ sql: connect(process.env['DATABASE_URL']!, { max: 2 }) });
const writer = await store.takeOver(process.env['RUN']!);
const count = Number(process.env['COUNT'] ?? Infinity);
try {
  for (let n = 0; n < count; n++) {
    const texts = Array.from({ length: 1 + (n % 5) }, (_, i) => `${process.pid}.${n}.${i}`);
    const recorded = await writer.append(...texts.map(note));
    for (const { seq } of recorded) writeSync(1, `${seq}\n`);
  }
  process.exit(0);
} catch (error) {
  process.exit(error instanceof SpineError && error.code === 'runseal.fenced' ? 3 : 1);
}

function note(text: string) {
  return { type: 'provenance.attested', actor: 'agent' as const, payload: { text } };
}
