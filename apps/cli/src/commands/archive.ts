import { Option, type Command } from 'commander';
import { VERDICT_NAMES } from '@runseal/spine';
import { checkArchive, type CheckedArchive } from '../archive/check.ts';
import { syncArchive, type Synced } from '../archive/sync.ts';
import type { JudgedRun, Trust } from '../archive/trust.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT, type ExitCode } from '../errors.ts';
import { readKeyring } from '../files/keyring.ts';
import { readPolicy } from '../files/receipt.ts';
import { readTimeAnchors } from '../files/time-token.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import { countOf } from '../render/report.ts';
import type { Block } from '../render/screen.ts';
import { collect } from './options.ts';

interface TrustOptions {
  readonly key?: readonly string[];
  readonly keys?: readonly string[];
  readonly policy?: string;
  readonly timeCa?: readonly string[];
}

interface SyncOptions extends TrustOptions {
  readonly content: 'all' | 'none';
}

/** `runseal archive sync DIR` and `runseal archive check DIR`. */
export function registerArchive({ program, act }: Registrar): void {
  const archive = program
    .command('archive')
    .description('a folder that holds every sealed record, follows the ledger, and says when one is missing');
  withTrust(
    archive
      .command('sync')
      .description('add what was sealed since the last time, each record verified')
      .argument('<dir>', 'the folder of the archive, made when missing; alone in it'),
  )
    .addOption(
      new Option('--content <which>', 'whether the contents of new records come along; they may hold personal data')
        .choices(['all', 'none'])
        .default('all'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  runseal archive sync archive --keys keys.json\n  runseal archive sync archive --keys keys.json --content none --json' +
        '\n\nRun it as often as you like, for instance every hour: what is there is not fetched again, and what was interrupted is' +
        '\nmade up for. Contents that were erased on the server go from the folder, too; records stay. On storage that never' +
        '\nforgets (object lock), leave contents out.',
    )
    .action(act<SyncOptions>(({ args: [dir = ''], options }, context) => sync(dir, options, context)));
  withTrust(
    archive
      .command('check')
      .description('judge all of it offline: the ledger, each record, and whether one is missing')
      .argument('<dir>', 'the folder of the archive'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  runseal archive check archive --keys keys-you-trust.json --policy witnesses.policy' +
        '\n\nA keys.json in the folder is not believed by itself: name the keys you trust.',
    )
    .action(act<TrustOptions>(({ args: [dir = ''], options }, context) => check(dir, options, context)));
}

function withTrust(command: Command): Command {
  return command
    .option('--key <key>', 'trust this key: hex or a key id (may be repeated)', collect)
    .option('--keys <file>', 'trust the keys in this keys.json (may be repeated)', collect)
    .option('--policy <file>', 'witnesses you trust, and how many must have signed (C2SP tlog-policy)')
    .option('--time-ca <file>', 'certificates (PEM) of time authorities you trust (may be repeated)', collect);
}

async function trustOf({ key, keys, policy, timeCa }: TrustOptions): Promise<Trust> {
  return {
    keyring: await readKeyring({ key: key ?? [], keys }),
    policy: await readPolicy(policy),
    ...(await readTimeAnchors(timeCa ?? [])),
  };
}

async function sync(dir: string, options: SyncOptions, context: Context): Promise<Outcome> {
  const trust = await trustOf(options);
  const server = await context.server();
  const synced = await syncArchive(dir, server, { trust, content: options.content === 'all' }, context).catch(
    (cause: unknown) => {
      if (cause instanceof CliError && cause.code === 'ledger_empty') return null;
      throw cause;
    },
  );
  if (synced === null)
    return {
      exitCode: EXIT.ok,
      document: { size: 0, added: [], missing: [] },
      screen: [['Nothing is in the ledger yet: there is nothing to archive.']],
    };
  const exitCode = synced.missing.length > 0 ? EXIT.failed : exitOf(synced.added);
  return {
    exitCode,
    document: { ...synced, exitCode },
    screen: [...syncBlocks(synced, dir), ...problemBlocks(synced.added)],
  };
}

function syncBlocks({ origin, before, size, added, missing, lessened }: Synced, dir: string): Block[] {
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

async function check(dir: string, options: TrustOptions, context: Context): Promise<Outcome> {
  const checked = await checkArchive(dir, await trustOf(options), context);
  const { records, missing, withheld, unsealed, unnamed } = checked;
  const judged = exitOf(records);
  const open = unsealed.length + unnamed.length > 0 ? EXIT.unprotected : EXIT.ok;
  const exitCode = missing.length + withheld > 0 ? EXIT.failed : judged === EXIT.ok ? open : judged;
  return { exitCode, document: { ...checked, exitCode }, screen: [...checkBlocks(checked), ...problemBlocks(records)] };
}

/** The most that is listed on a screen; `--json` has all. */
const MOST = 20;

function checkBlocks(checked: CheckedArchive): Block[] {
  const { origin, size, entries, newestAt, records, missing, pruned, unsealed, unnamed, withheld, workspaces } =
    checked;
  const listed = (names: readonly string[]): string =>
    `${names.slice(0, MOST).join(', ')}${names.length > MOST ? ` and ${names.length - MOST} more` : ''}`;
  return [
    [
      { text: origin, tone: 'strong' },
      `  a signed head of ${size} entries; ${entries} are here${newestAt === null ? '' : `, the newest of ${newestAt}`}`,
    ],
    workspaces === null
      ? ['The archive is of every workspace.']
      : [`The archive is of ${workspaces.join(', ')}: the other entries are others', and here as hashes only.`],
    ...(withheld > 0
      ? [[{ text: `${withheld} entries are not here, though all should be.`, tone: 'bad' as const }]]
      : []),
    ...verdictBlocks(records),
    ...(missing.length > 0
      ? [[{ text: `MISSING: sealed, and not here: ${listed(missing.map(({ run }) => run))}`, tone: 'bad' as const }]]
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

function problemBlocks(records: readonly JudgedRun[]): Block[] {
  const bad = records.filter(({ problem }) => problem !== null);
  if (bad.length === 0) return [];
  return [
    [],
    [{ text: `Do not rely on ${countOf(bad.length, 'record')}:`, tone: 'bad' }],
    { head: ['record', 'why'], rows: bad.slice(0, MOST).map(({ file, problem }) => [file, problem ?? '']) },
    ...(bad.length > MOST ? [[`and ${bad.length - MOST} more (--json has all)`]] : []),
  ];
}

function exitOf(records: readonly JudgedRun[]): ExitCode {
  if (records.some(({ problem }) => problem !== null)) return EXIT.failed;
  return records.every(({ verdicts }) => verdicts.warn.length + verdicts.absent.length === 0)
    ? EXIT.ok
    : EXIT.unprotected;
}
