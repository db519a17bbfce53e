import { parseVkey } from '@runseal/spine/ledger';
import { EXIT, type ExitCode } from '../errors.ts';
import { readKeyring } from '../files/keyring.ts';
import { openPins } from '../files/pins.ts';
import { readPolicy } from '../files/receipt.ts';
import { checkLedger, type LedgerCheck } from '../ledger-check.ts';
import { trusting } from '../ledger-keys.ts';
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
    .addHelpText('after', '\nExample:\n  runseal ledger show')
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
  const pins = await openPins(options.pins, context.io.env);
  const result = await trusting({ origin: parseVkey(vkey).name, keyring, policy }, (keys) =>
    checkLedger(server, keys, policy, pins),
  );
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

function exitOf({ code }: LedgerCheck): ExitCode {
  if (code === null) return EXIT.ok;
  return code === 'runseal.head_contradicts_pin' || code === 'runseal.ledger_renamed' ? EXIT.failed : EXIT.unprotected;
}
