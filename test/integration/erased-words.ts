/** Where a word can still be read: in every table there is, and in everything a reader or an export takes a run from. */
import { connect } from '@runseal/spine/postgres';
import type { House } from './api-house.ts';

const exportsOf = (run: string): readonly string[] => [
  `runs/${run}`,
  `runs/${run}/record`,
  `runs/${run}/contents`,
  `runs/${run}/events?limit=1000`,
  `runs/${run}/calls`,
  `runs/${run}/verification`,
  `runs/${run}/erasures`,
  `approvals?run=${run}`,
  `approvals/export?run=${run}&format=csv`,
  `approvals/export?run=${run}&format=jsonl`,
  'ledger/entries/export?format=jsonl',
  'runs',
  'runs/export?format=jsonl',
];

/** The word as text, as hex and as base64, wherever in a group of three it begins. */
const writtenForms = (word: string): readonly string[] => [
  word,
  Buffer.from(word).toString('hex'),
  ...[0, 1, 2].map((at) => {
    const text = Buffer.from(' '.repeat(at) + word).toString('base64');
    return text.slice(at === 0 ? 0 : at + 1, 4 * Math.floor((at + word.length) / 3));
  }),
];

/** The body of a 200. */
export async function get(house: House, path: string): Promise<Buffer> {
  const response = await house.ask(`/api/v1/${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return Buffer.from(await response.arrayBuffer());
}

/** Which exports of the run hold the word. */
export async function toldIn(house: House, run: string, word: string): Promise<string[]> {
  const told = await Promise.all(exportsOf(run).map(async (path) => ({ path, bytes: await get(house, path) })));
  return told.filter(({ bytes }) => writtenForms(word).some((form) => bytes.includes(form))).map(({ path }) => path);
}

/** Tables with a row that holds the word, as text or as bytes. */
export async function storedIn(house: House, word: string): Promise<string[]> {
  const admin = connect(house.database.adminUrl, { max: 1 });
  try {
    const tables = await admin<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('spine', 'runseal')`;
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await admin.unsafe<{ found: boolean }[]>(
        `select exists (select from ${name} t where to_jsonb(t)::text ~ '${writtenForms(word).join('|')}') as found`,
      );
      if (row!.found) found.push(name);
    }
    return found.sort();
  } finally {
    await admin.end();
  }
}

export async function erase(house: House, run: string, what: object): Promise<void> {
  const erased = await house.ask(`/api/v1/runs/${run}/erasures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...what, reason: 'asked by the person', legalBasis: 'GDPR 17' }),
  });
  expect(erased.status).toBe(200);
}
