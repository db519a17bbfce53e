import type { Column } from '../exports/csv.ts';
import type { Summary } from './run-row.ts';

/** A run as a line of a table. A session that waits for its next turn is `running`, as the API says, and has its turns beside. */
export const RUN_COLUMNS: readonly Column<Summary>[] = [
  { name: 'run', of: ({ run }) => run },
  { name: 'workspace', of: ({ workspace }) => workspace },
  { name: 'principal', of: ({ principal }) => principal },
  { name: 'harness', of: ({ harness }) => harness },
  { name: 'harness_kind', of: ({ harnessKind }) => harnessKind },
  { name: 'harness_version', of: ({ harnessVersion }) => harnessVersion },
  { name: 'profile', of: ({ profile }) => profile },
  { name: 'model', of: ({ model }) => model },
  { name: 'state', of: ({ state }) => state },
  { name: 'sealed', of: ({ sealed }) => sealed },
  { name: 'error_code', of: ({ errorCode }) => errorCode },
  { name: 'events', of: ({ events }) => events },
  { name: 'enforced', of: ({ tiers }) => tiers.enforced },
  { name: 'attested', of: ({ tiers }) => tiers.attested },
  { name: 'gaps', of: ({ tiers }) => tiers.unobserved },
  { name: 'gap_surfaces', of: ({ gaps }) => (gaps === null ? null : Object.keys(gaps).join(' ')) },
  { name: 'native_calls', of: ({ nativeCalls }) => nativeCalls },
  { name: 'drifted', of: ({ drifted }) => drifted },
  { name: 'tools', of: ({ tools }) => tools?.join(' ') ?? null },
  { name: 'verified_at', of: ({ verification }) => verification?.at ?? null },
  {
    name: 'verdicts',
    of: ({ verification }) =>
      verification === null
        ? null
        : Object.entries(verification.verdicts)
            .map(([name, state]) => `${name}:${state}`)
            .join(' '),
  },
  { name: 'created_at', of: ({ createdAt }) => createdAt },
  { name: 'started_at', of: ({ startedAt }) => startedAt },
  { name: 'ended_at', of: ({ endedAt }) => endedAt },
  { name: 'objective', of: ({ objective }) => objective },
  { name: 'turns', of: ({ session }) => session?.turns ?? null },
];
