import type { Report, TrustedKey } from '@runseal/spine';
import type { Policy } from '@runseal/spine/ledger';
import { checkContents } from '../check-contents.ts';
import type { Context } from '../context.ts';
import { readReceipt } from '../files/receipt.ts';
import { readTimeToken } from '../files/time-token.ts';
import { judgeFile } from '../judge-file.ts';
import type { Entry } from './entries.ts';
import { recordOf } from './folder.ts';

/** Whom the reader trusts: what `verify` takes. */
export interface Trust {
  readonly keyring: readonly TrustedKey[];
  readonly policy: Policy | undefined;
  readonly timeAnchors: readonly Uint8Array[];
  readonly timeRevocations: readonly Uint8Array[];
}

/** What an archived record is found to be. */
export interface JudgedRun {
  readonly run: string;
  /** The record. */
  readonly file: string;
  /** Names of verdicts by their state. */
  readonly verdicts: Readonly<Record<'pass' | 'warn' | 'absent' | 'fail', readonly string[]>>;
  /** Why it is not to be relied on; null where nothing fails. */
  readonly problem: string | null;
}

/** Judges a record with what lies beside it, and holds it against its seal in the ledger. */
export async function judgeRun(base: string, sealed: Entry, trust: Trust, context: Context): Promise<JudgedRun> {
  const file = recordOf(base);
  const receipt = await readReceipt(file, undefined);
  const token = await readTimeToken(file, undefined);
  const { keyring, ...others } = trust;
  const evidence = { ...others, receipt: receipt?.text, timeToken: token?.bytes };
  const { report } = await judgeFile(file, keyring, { evidence, leaves: undefined }, quiet(context));
  const contents = stateOf(report, 'integrity') === 'pass' ? await checkContents(file, undefined) : null;
  const inState = (state: string) => report.verdicts.filter((v) => v.state === state).map(({ name }) => name);
  return {
    run: sealed.run ?? '',
    file,
    verdicts: { pass: inState('pass'), warn: inState('warn'), absent: inState('absent'), fail: inState('fail') },
    problem: problemOf(report, sealed) ?? (contents !== null && contents.found > 0 ? contentProblem(contents) : null),
  };
}

function problemOf(report: Report, { run, seal }: Entry): string | null {
  const failed = report.verdicts.find(({ state }) => state === 'fail');
  if (failed !== undefined) return `${failed.name}: ${failed.sentence}`;
  if (report.run !== run) return `It is the record of ${report.run ?? 'no run'}.`;
  if (report.root !== seal?.root || report.events !== seal?.size)
    return 'Its root is not the one that was entered into the ledger when the run was sealed.';
  return null;
}

const contentProblem = ({ found, faults }: { found: number; faults: readonly { sentence: string }[] }): string =>
  `${found} of its contents are not what the events name: the first ${faults[0]!.sentence}`;

const stateOf = (report: Report, name: string): string | undefined =>
  report.verdicts.find((verdict) => verdict.name === name)?.state;

/** One bar for all of them is enough. */
const quiet = (context: Context): Context => ({
  ...context,
  progress: () => ({ advance: () => undefined, stop: () => undefined }),
});
