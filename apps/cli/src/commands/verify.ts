import { existsSync } from 'node:fs';
import { exitCodeOf, type Report } from '@runseal/spine';
import { readKeyring } from '../files/keyring.ts';
import { leavesBeside, type LeafHints } from '../files/leaves.ts';
import { openPins } from '../files/pins.ts';
import { readPolicy, readReceipt } from '../files/receipt.ts';
import { readTimeAnchors, readTimeToken } from '../files/time-token.ts';
import { EXIT } from '../errors.ts';
import { judgeFile } from '../judge-file.ts';
import { pinReceipt, type Pinned } from '../pin-receipt.ts';
import { reportBlocks } from '../render/report.ts';
import { collect } from './options.ts';
import type { Block } from '../render/screen.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly key?: readonly string[];
  readonly keys?: string;
  readonly leaves?: string;
  readonly receipt?: string;
  readonly timeToken?: string;
  readonly timeCa?: readonly string[];
  readonly policy?: string;
  readonly pins?: string;
}

/** `runseal verify FILE`: judges a record offline, with the keys the caller trusts and nothing else. */
export function registerVerify({ program, act }: Registrar): void {
  program
    .command('verify')
    .description('verify a record offline: six verdicts, never merged')
    .argument('<file>', 'a record, e.g. RUN.provetrail, or a slice of one, e.g. RUN.10-20.slice')
    .option(
      '--key <key>',
      'trust this key: hex, a key id, or NAME=hex for a record that names it so (may be repeated)',
      collect,
    )
    .option('--keys <file>', 'trust the keys in this keys.json')
    .option('--leaves <file>', 'leaf hashes to place blame with (default: the .leaves file beside the record)')
    .option('--receipt <file>', 'receipt of the ledger (default: the .tlog-proof file beside the record)')
    .option('--time-token <file>', 'RFC 3161 token over the seal (default: the .tst file beside the record)')
    .option(
      '--time-ca <file>',
      'certificates (PEM) of time authorities you trust, and their CRLs in the same file (may be repeated)',
      collect,
    )
    .option('--policy <file>', 'witnesses you trust, and how many must have signed (C2SP tlog-policy)')
    .option('--pins <file>', 'ledger heads you saw before (default: RUNSEAL_PINS, else in your configuration folder)')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal verify RUN.provetrail --keys keys.json\n  runseal verify RUN.provetrail --key ed25519:… --json',
    )
    .action(
      act<Options>(async ({ args: [file = ''], options }, context) => {
        const keys = await readKeyring({ key: options.key ?? [], keys: options.keys });
        const receipt = await readReceipt(file, options.receipt);
        const policy = await readPolicy(options.policy);
        const token = await readTimeToken(file, options.timeToken);
        const timeTrust = await readTimeAnchors(options.timeCa ?? []);
        const evidence = {
          receipt: receipt?.text,
          policy,
          timeToken: token?.bytes,
          ...timeTrust,
        };
        const { report, hints } = await judgeFile(file, keys, { evidence, leaves: options.leaves }, context);
        const pinned = await pinReceipt(report, receipt?.text, await openPins(options.pins, context.io.env));
        const exitCode = pinned?.code == null ? exitCodeOf(report) : EXIT.failed;
        const beside = leavesBeside(file);
        const leaves = hints?.file ?? (beside !== file && existsSync(beside) ? beside : null);
        return {
          exitCode,
          document: {
            file,
            ...report,
            trustedKeys: keys.map((key) => key.keyId),
            leaves,
            receipt: receipt?.file ?? null,
            timeToken: token?.file ?? null,
            pin: pinned,
            exitCode,
          },
          screen: [
            ...reportBlocks(report),
            [],
            ...notes(report, keys.length, hints, options.leaves === undefined),
            ...pinNotes(pinned),
          ],
        };
      }),
    );
}

function notes(report: Report, keys: number, hints: LeafHints | null, found: boolean): Block[] {
  const lines: Block[] = [];
  if (keys === 0)
    lines.push([
      { text: 'NO TRUSTED KEY GIVEN. ', tone: 'bad' },
      'The signature was not checked against anybody you trust: get the key from its owner, then use --key or --keys.',
    ]);
  if (hints !== null && found)
    lines.push([{ text: `Leaf hashes beside the record were used as a hint: ${hints.file}`, tone: 'dim' }]);
  const exit = exitCodeOf(report);
  if (exit === 1) lines.push([{ text: 'A verdict fails: do not rely on this record.', tone: 'bad' }]);
  if (exit === 3)
    lines.push([
      { text: 'Nothing fails, but the record is not fully protected: see warn and absent above.', tone: 'warn' },
    ]);
  if (exit === 0) lines.push([{ text: 'Every verdict passes.', tone: 'good' }]);
  return lines;
}

function pinNotes(pinned: Pinned | null): Block[] {
  switch (pinned?.state) {
    case 'contradicts':
      return [
        [
          { text: 'THE LEDGER HAS TWO HISTORIES. ', tone: 'bad' },
          `The head of ${pinned.size} entries under this receipt contradicts the one you saw before (${pinned.pins}). Keep both files. (runseal.head_contradicts_pin)`,
        ],
      ];
    case 'unchecked':
      return [
        [
          {
            text: 'This head of the ledger was not held against those you saw before: runseal ledger check does that.',
            tone: 'dim',
          },
        ],
      ];
    default:
      return [];
  }
}
