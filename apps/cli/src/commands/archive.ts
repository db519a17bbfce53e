import { Option, type Command } from 'commander';
import { checkArchive } from '../archive/check.ts';
import { syncArchive } from '../archive/sync.ts';
import type { JudgedRun, Trust } from '../archive/judge-run.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT, type ExitCode } from '../errors.ts';
import { readKeyring } from '../files/keyring.ts';
import { readPolicy } from '../files/receipt.ts';
import { readTimeAnchors } from '../files/time-token.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import { checkBlocks, problemBlocks, syncBlocks } from '../render/archive.ts';
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

async function check(dir: string, options: TrustOptions, context: Context): Promise<Outcome> {
  const checked = await checkArchive(dir, await trustOf(options), context);
  const { records, missing, withheld, untold, unsealed, unnamed } = checked;
  const judged = exitOf(records);
  const open = unsealed.length + unnamed.length + untold > 0 ? EXIT.unprotected : EXIT.ok;
  const exitCode = missing.length + withheld > 0 ? EXIT.failed : judged === EXIT.ok ? open : judged;
  return { exitCode, document: { ...checked, exitCode }, screen: [...checkBlocks(checked), ...problemBlocks(records)] };
}

function exitOf(records: readonly JudgedRun[]): ExitCode {
  if (records.some(({ problem }) => problem !== null)) return EXIT.failed;
  return records.every(({ verdicts }) => verdicts.warn.length + verdicts.absent.length === 0)
    ? EXIT.ok
    : EXIT.unprotected;
}
