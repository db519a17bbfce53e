import { csvCell, type Cell } from '../exports/csv.ts';
import type { Summary } from './run-row.ts';

const COLUMNS: readonly (readonly [name: string, of: (run: Summary) => Cell])[] = [
  ['run', ({ run }) => run],
  ['workspace', ({ workspace }) => workspace],
  ['principal', ({ principal }) => principal],
  ['harness', ({ harness }) => harness],
  ['harness_kind', ({ harnessKind }) => harnessKind],
  ['harness_version', ({ harnessVersion }) => harnessVersion],
  ['profile', ({ profile }) => profile],
  ['model', ({ model }) => model],
  ['state', ({ state }) => state],
  ['sealed', ({ sealed }) => sealed],
  ['error_code', ({ errorCode }) => errorCode],
  ['events', ({ events }) => events],
  ['enforced', ({ tiers }) => tiers.enforced],
  ['attested', ({ tiers }) => tiers.attested],
  ['gaps', ({ tiers }) => tiers.unobserved],
  ['gap_surfaces', ({ gaps }) => (gaps === null ? null : Object.keys(gaps).join(' '))],
  ['native_calls', ({ nativeCalls }) => nativeCalls],
  ['drifted', ({ drifted }) => drifted],
  ['tools', ({ tools }) => tools?.join(' ') ?? null],
  ['verified_at', ({ verification }) => verification?.at ?? null],
  [
    'verdicts',
    ({ verification }) =>
      verification === null
        ? null
        : Object.entries(verification.verdicts)
            .map(([name, state]) => `${name}:${state}`)
            .join(' '),
  ],
  ['created_at', ({ createdAt }) => createdAt],
  ['started_at', ({ startedAt }) => startedAt],
  ['ended_at', ({ endedAt }) => endedAt],
  ['objective', ({ objective }) => objective],
];

/** First line of the file (RFC 4180). */
export const CSV_HEADER = `${COLUMNS.map(([name]) => name).join(',')}\r\n`;

/** One run as a line of the file. What is not known is empty. */
export const csvLine = (run: Summary): string => `${COLUMNS.map(([, of]) => csvCell(of(run))).join(',')}\r\n`;
