import { VERDICT_NAMES } from '@runseal/spine';
import type { CheckedArchive } from '../archive/check.ts';
import type { JudgedRun } from '../archive/judge-run.ts';
import type { Synced } from '../archive/sync.ts';
import { countOf } from './report.ts';
import type { Block } from './screen.ts';

/** What a sync added, and what it could not. */
export function syncBlocks({ origin, before, size, added, missing, lessened }: Synced, dir: string): Block[] {
  return [
    [{ text: origin, tone: 'strong' }, `  ${size} entries, ${size - before} of them new`],
    [added.length === 0 ? `Nothing to add to ${dir}.` : `${countOf(added.length, 'record')} added to ${dir}.`],
    ...(lessened > 0 ? [[`Of ${countOf(lessened, 'run')} contents went, because they were erased since.`]] : []),
    ...verdictBlocks(added),
    ...(missing.length === 0
      ? []
      : [
          [],
          [{ text: 'Sealed, and the server gives no record:', tone: 'bad' as const }],
          { head: ['run', 'code', 'what it says'], rows: missing.map((one) => [one.run, one.code, one.sentence]) },
        ]),
  ];
}

/** The most that is listed on a screen; `--json` has all. */
const MOST = 20;

/** What a check found. */
export function checkBlocks(checked: CheckedArchive): Block[] {
  const { origin, size, entries, newestAt, records, missing, pruned, unsealed, unnamed, withheld, untold, workspaces } =
    checked;
  const listed = (names: readonly string[]): string =>
    `${names.slice(0, MOST).join(', ')}${names.length > MOST ? ` and ${names.length - MOST} more` : ''}`;
  return [
    [
      { text: origin, tone: 'strong' },
      `  a signed head of ${size} entries; ${entries} are here${newestAt === null ? '' : `, the newest of ${newestAt}`}`,
    ],
    workspaces === null ? ['The archive is of every workspace.'] : [`The archive is of ${workspaces.join(', ')}.`],
    ...(untold > 0
      ? [
          [
            {
              text: `Of ${untold} entries only the hash is here. They should be of other workspaces; one of these that was withheld, or taken out, looks the same.`,
              tone: 'warn' as const,
            },
          ],
        ]
      : []),
    ...(withheld > 0
      ? [[{ text: `${withheld} entries are not here, though all should be.`, tone: 'bad' as const }]]
      : []),
    ...verdictBlocks(records),
    ...(missing.length > 0
      ? [[{ text: `MISSING: sealed, and not here: ${listed(missing.map(({ run }) => run))}`, tone: 'bad' as const }]]
      : untold + withheld > 0
        ? [['No run whose seal is here is missing.']]
        : [[{ text: 'No sealed run is missing.', tone: 'good' as const }]]),
    ...pruned
      .slice(0, MOST)
      .map(({ run, here, by, reason }) => [
        `Removed on the server by ${by ?? 'somebody'}: ${run} (${reason ?? 'no reason'})${here ? '; its record is still here' : ''}`,
      ]),
    ...(unsealed.length > 0
      ? [[{ text: `Opened, and not sealed up to there: ${listed(unsealed)}`, tone: 'warn' as const }]]
      : []),
    ...(unnamed.length > 0
      ? [[{ text: `No seal in the ledger names: ${listed(unnamed)}`, tone: 'warn' as const }]]
      : []),
  ];
}

const STATES = ['pass', 'warn', 'absent', 'fail'] as const;

/** Each verdict, and in how many records it is what. */
function verdictBlocks(records: readonly JudgedRun[]): Block[] {
  if (records.length === 0) return [];
  const count = (name: string, state: (typeof STATES)[number]): number =>
    records.filter(({ verdicts }) => verdicts[state].includes(name)).length;
  return [
    [],
    {
      head: ['verdict', ...STATES],
      rows: VERDICT_NAMES.map((name) => [name, ...STATES.map((state) => String(count(name, state)))]),
    },
    [],
  ];
}

/** The records that are not to be relied on, and why. */
export function problemBlocks(records: readonly JudgedRun[]): Block[] {
  const bad = records.filter(({ problem }) => problem !== null);
  if (bad.length === 0) return [];
  return [
    [],
    [{ text: `Do not rely on ${countOf(bad.length, 'record')}:`, tone: 'bad' }],
    { head: ['record', 'why'], rows: bad.slice(0, MOST).map(({ file, problem }) => [file, problem ?? '']) },
    ...(bad.length > MOST ? [[`and ${bad.length - MOST} more (--json has all)`]] : []),
  ];
}
