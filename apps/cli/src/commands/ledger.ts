import { SpineError, type TrustedKey } from '@runseal/spine';
import { noteKey, NOTE_ED25519, parseVkey, type NoteKey } from '@runseal/spine/ledger';
import { CliError, EXIT, type ExitCode } from '../errors.ts';
import { readKeyring } from '../files/keyring.ts';
import { openPins } from '../files/pins.ts';
import { readPolicy } from '../files/receipt.ts';
import { checkLedger, type LedgerCheck } from '../ledger-check.ts';
import { exportList, withListExport, type ListExportOptions } from './list-export.ts';
import { collect, wholeNumber } from './options.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';

interface CheckOptions {
  readonly key?: readonly string[];
  readonly keys?: readonly string[];
  readonly policy?: string;
  readonly pins?: string;
}

interface EntriesOptions extends ListExportOptions {
  readonly after: number;
  readonly limit: number;
}

/** `runseal ledger show`, `runseal ledger entries` and `runseal ledger check`. */
export function registerLedger({ program, act }: Registrar): void {
  const ledger = program.command('ledger').description('the append-only log of every run opened and sealed');
  ledger
    .command('show')
    .description('its head, its witnesses, what waits to be written')
    .action(act((_input, context) => show(context)));
  const entries = ledger
    .command('entries')
    .description('its entries in order, those of your workspaces')
    .option('--after <count>', 'how many entries to pass over', wholeNumber(0), 0)
    .option('--limit <count>', 'entries per page', wholeNumber(1), 50);
  withListExport(entries)
    .addHelpText(
      'after',
      '\nExamples:\n  runseal ledger entries\n  runseal ledger entries --export jsonl --out ledger.jsonl',
    )
    .action(act<EntriesOptions>(({ options }, context) => listEntries(options, context)));
  ledger
    .command('check')
    .description('hold its newest head against every head you saw before')
    .option('--key <key>', 'trust this key: hex or a key id (may be repeated)', collect)
    .option('--keys <file>', 'trust the keys in this keys.json (may be repeated)', collect)
    .option('--policy <file>', 'witnesses you trust, and how many must have signed (C2SP tlog-policy)')
    .option(
      '--pins <file>',
      'heads you saw before (default: RUNSEAL_PINS, else pins.json in your configuration folder)',
    )
    .addHelpText('after', '\nExample:\n  runseal ledger check --keys keys.json --policy witnesses.policy')
    .action(act<CheckOptions>(({ options }, context) => check(options, context)));
}

async function listEntries(options: EntriesOptions, context: Context): Promise<Outcome> {
  const { after, limit } = options;
  const server = await context.server();
  if (options.export !== undefined)
    return exportList(options, context, server.exportEntries({ after, format: options.export }));
  const page = await server.entries({ after, limit });
  const rows = page.items.map((one) => [String(one.index), one.kind, one.workspace, one.subject, one.leaf]);
  return {
    exitCode: EXIT.ok,
    document: page,
    screen: [
      { head: ['place', 'kind', 'workspace', 'about', 'leaf'], rows },
      ...(page.nextAfter === null ? [] : [[], [`More: runseal ledger entries --after ${page.nextAfter}`]]),
    ],
  };
}

async function show(context: Context): Promise<Outcome> {
  const ledger = await (await context.server()).ledger();
  const { head, lag } = ledger;
  return {
    exitCode: EXIT.ok,
    document: ledger,
    screen: [
      [`origin   ${ledger.origin}`],
      [`vkey     ${ledger.vkey}`],
      [
        head === null
          ? 'head     none yet'
          : `head     ${head.size} entries, root ${head.root}, signed ${head.signedAt}`,
      ],
      [`waiting  ${lag.pending}${lag.since === null ? '' : ` since ${lag.since}`}`],
      [`quorum   ${ledger.quorum ?? 'no policy: no witness is asked'}`],
      ...(ledger.witnesses.length === 0
        ? []
        : [
            [],
            {
              head: ['witness', 'cosigned up to', 'newest head', 'url'],
              rows: ledger.witnesses.map((w) => [w.name, String(w.size), w.current ? 'yes' : 'no', w.url ?? '']),
            },
          ]),
    ],
  };
}

async function check(options: CheckOptions, context: Context): Promise<Outcome> {
  const server = await context.server();
  const keyring = await readKeyring({ key: options.key ?? [], keys: options.keys });
  const policy = await readPolicy(options.policy);
  const { vkey } = await server.ledger();
  const named = policy?.logs.map(({ key }) => key) ?? [];
  const keys = named.length > 0 ? named : keysFor(parseVkey(vkey), keyring);
  const pins = await openPins(options.pins, context.io.env);
  const result = await checked(() => checkLedger(server, keys, policy, pins)).catch((cause: unknown) => {
    throw unknownLog(cause) && marked(keyring).length > 0 ? compromised(marked(keyring)) : cause;
  });
  const exitCode = exitOf(result);
  return {
    exitCode,
    document: { ...result, pins: pins.file, exitCode },
    screen: [
      [{ text: `${result.origin}  ${result.size} entries`, tone: 'strong' }],
      [
        { text: result.sentence, tone: exitCode === EXIT.ok ? 'good' : exitCode === EXIT.failed ? 'bad' : 'warn' },
        result.code === null ? '' : ` (${result.code})`,
      ],
    ],
  };
}

/** Your keys, as keys of the log that the server claims to keep. */
function keysFor({ name }: NoteKey, keyring: readonly TrustedKey[]): NoteKey[] {
  if (keyring.length === 0)
    throw new CliError('usage', 'Say whose ledger it is: --keys FILE, --key KEY, or a --policy that names the log.', {
      exitCode: EXIT.usage,
    });
  const lost = marked(keyring);
  return keyring
    .filter(({ keyId }) => lost.every((one) => one.keyId !== keyId))
    .filter(({ origin }) => origin === undefined || origin === name)
    .map(({ publicKey }) => noteKey(name, NOTE_ED25519, publicKey));
}

/** Keys that others may have had: what they sign now says nothing. The same key may be listed twice, once without its mark. */
const marked = (keyring: readonly TrustedKey[]): readonly TrustedKey[] =>
  keyring.filter(({ compromisedAt }) => compromisedAt !== undefined);

const unknownLog = (cause: unknown): boolean =>
  cause instanceof CliError && cause.code === 'runseal.ledger_unknown_log';

const compromised = (keys: readonly TrustedKey[]): CliError =>
  new CliError(
    'runseal.key_compromised',
    `The newest head is not signed by a key you trust; of those you gave, ${keys.map(({ keyId }) => keyId).join(', ')} may be in the hands of others, and counts no more.`,
    { exitCode: EXIT.failed },
  );

async function checked(work: () => Promise<LedgerCheck>): Promise<LedgerCheck> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError(cause.code, cause.message, { exitCode: EXIT.failed, cause });
  }
}

function exitOf({ code }: LedgerCheck): ExitCode {
  if (code === null) return EXIT.ok;
  return code === 'runseal.head_contradicts_pin' || code === 'runseal.ledger_renamed' ? EXIT.failed : EXIT.unprotected;
}
