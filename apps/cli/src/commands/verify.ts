import { existsSync } from 'node:fs';
import { exitCodeOf, type Report } from '@runseal/spine';
import { readKeyring } from '../files/keyring.ts';
import { leavesBeside } from '../files/leaves.ts';
import { openPins } from '../files/pins.ts';
import { readPolicy, readReceipt } from '../files/receipt.ts';
import { readTimeAnchors, readTimeToken } from '../files/time-token.ts';
import { checkContents } from '../check-contents.ts';
import { EXIT } from '../errors.ts';
import { judgeFile } from '../judge-file.ts';
import { checkBag, looksLikeBag } from '../package/check-bag.ts';
import { withOpened, type Opened } from '../package/opened.ts';
import { pinReceipt } from '../pin-receipt.ts';
import { besideBlocks, isContradicted, type Beside } from '../render/beside.ts';
import { reportBlocks } from '../render/report.ts';
import { collect } from './options.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';
import type { Block } from '../render/screen.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly key?: readonly string[];
  readonly keys?: readonly string[];
  readonly leaves?: string;
  readonly receipt?: string;
  readonly timeToken?: string;
  readonly timeCa?: readonly string[];
  readonly content?: string;
  readonly policy?: string;
  readonly pins?: string;
}

/** `runseal verify FILE`: judges a record offline, with the keys the caller trusts and nothing else. */
export function registerVerify({ program, act }: Registrar): void {
  program
    .command('verify')
    .description('verify a record offline: six verdicts, never merged')
    .argument(
      '<file>',
      'a record, e.g. RUN.provetrail, a slice of one, e.g. RUN.10-20.slice, or a package: its folder or its zip',
    )
    .option(
      '--key <key>',
      'trust this key: hex, a key id, or NAME=hex for a record that names it so (may be repeated)',
      collect,
    )
    .option('--keys <file>', 'trust the keys in this keys.json (may be repeated)', collect)
    .option('--leaves <file>', 'leaf hashes to place blame with (default: the .leaves file beside the record)')
    .option('--receipt <file>', 'receipt of the ledger (default: the .tlog-proof file beside the record)')
    .option('--time-token <file>', 'RFC 3161 token over the seal (default: the .tst file beside the record)')
    .option(
      '--time-ca <file>',
      'certificates (PEM) of time authorities you trust, and their CRLs in the same file (may be repeated)',
      collect,
    )
    .option('--content <file>', 'the contents it names (default: the .content.jsonl file beside the record)')
    .option('--policy <file>', 'witnesses you trust, and how many must have signed (C2SP tlog-policy)')
    .option('--pins <file>', 'ledger heads you saw before (default: RUNSEAL_PINS, else in your configuration folder)')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal verify RUN.provetrail --keys keys.json\n  runseal verify RUN.provetrail --key ed25519:… --json' +
        '\n  runseal verify evidence.zip --keys keys-you-trust.json' +
        '\n\nContents beside the record are held against what its events name, and a package against its manifests: what is' +
        '\nnot as it should be exits 1, whatever the verdicts are.',
    )
    .action(
      act<Options>(({ args: [named = ''], options }, context) =>
        withOpened(named, context.io.signal, (opened) => judged(opened, options, context)),
      ),
    );
}

async function judged({ path, shown }: Opened, options: Options, context: Context): Promise<Outcome> {
  const keys = await readKeyring({ key: options.key ?? [], keys: options.keys });
  const bag = looksLikeBag(path) ? await checkBag(path) : null;
  const file = bag?.record ?? path;
  const receipt = await readReceipt(file, options.receipt);
  const policy = await readPolicy(options.policy);
  const token = await readTimeToken(file, options.timeToken);
  const timeTrust = await readTimeAnchors(options.timeCa ?? []);
  const evidence = { receipt: receipt?.text, policy, timeToken: token?.bytes, ...timeTrust };
  const { report, hints } = await judgeFile(
    file,
    keys,
    { evidence, leaves: options.leaves, named: bag === null },
    context,
  );
  const contents = isAuthentic(report) ? await checkContents(file, options.content) : null;
  const pinned = await pinReceipt(report, receipt?.text, await openPins(options.pins, context.io.env));
  const beside: Beside = {
    bag: bag && { ...bag, folder: shown(bag.folder), record: shown(bag.record) },
    contents: contents && { ...contents, file: shown(contents.file) },
    pinned,
  };
  const exitCode = isContradicted(beside) ? EXIT.failed : exitCodeOf(report);
  const hinted = leavesBeside(file);
  const leaves = hints?.file ?? (hinted !== file && existsSync(hinted) ? hinted : null);
  const named = (one: string | null | undefined): string | null => (one == null ? null : shown(one));
  return {
    exitCode,
    document: {
      file: shown(file),
      ...report,
      trustedKeys: keys.map((key) => key.keyId),
      leaves: named(leaves),
      receipt: named(receipt?.file),
      timeToken: named(token?.file),
      contents: beside.contents,
      package: beside.bag,
      pin: pinned,
      exitCode,
    },
    screen: [
      ...reportBlocks(report),
      [],
      ...notes(keys.length, options.leaves === undefined ? named(hints?.file) : null),
      ...besideBlocks(beside),
      closing(exitCodeOf(report), exitCode),
    ],
  };
}

const isAuthentic = ({ verdicts }: Report): boolean =>
  verdicts.some(({ name, state }) => name === 'integrity' && state === 'pass');

function notes(keys: number, hints: string | null): Block[] {
  const lines: Block[] = [];
  if (keys === 0)
    lines.push([
      { text: 'NO TRUSTED KEY GIVEN. ', tone: 'bad' },
      'The signature was not checked against anybody you trust: get the key from its owner, then use --key or --keys.',
    ]);
  if (hints !== null)
    lines.push([{ text: `Leaf hashes beside the record were used as a hint: ${hints}`, tone: 'dim' }]);
  return lines;
}

function closing(judged: number, exitCode: number): Block {
  if (judged === EXIT.failed) return [{ text: 'A verdict fails: do not rely on this record.', tone: 'bad' }];
  if (exitCode === EXIT.failed)
    return [{ text: 'The events are those that were signed; do not rely on what is contradicted above.', tone: 'bad' }];
  if (exitCode === EXIT.ok) return [{ text: 'Every verdict passes.', tone: 'good' }];
  return [{ text: 'Nothing fails, but the record is not fully protected: see warn and absent above.', tone: 'warn' }];
}
