/** The evidence package: everything somebody needs to judge a run years from now, without this program and without us. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeEvent, RecordReader, SpineError, type Report, type SpineEvent } from '@runseal/spine';
import { bagTags, CoverageFacts, coverageText, REPORTED_EVENTS, reportHtml } from '@runseal/spine/evidence';
import { nodeHasher } from '@runseal/spine/node';
import type { Progress } from '../context.ts';
import { CliError, EXIT } from '../errors.ts';
import { contentsOf } from '../files/contents.ts';
import { replaceFile, type Written } from '../files/write.ts';
import type { KeyView, Server } from '../server/server.ts';
import { howToVerify } from './how-to-verify.ts';
import { verifyStaged } from './verify-staged.ts';

export interface PackageOptions {
  /** `all` puts the content that still exists beside the record; it may hold personal data. */
  readonly content: 'all' | 'none';
  /** ISO 8601. */
  readonly now: string;
  /** Version of this program. */
  readonly version: string;
  /** Advances by one when an event came, and by one when it was verified. */
  readonly bar: Progress;
}

export interface StagedPackage {
  /** Paths within the bag; the payload first. */
  readonly files: readonly Written[];
  readonly report: Report;
}

/**
 * Brings all parts into the folder `stage` as they come, and makes a bag of it; the record is never held whole. Verifies
 * what it packs, and packs it whatever the verdicts are. The tag files come last: until then it is no bag.
 */
export async function stagePackage(
  run: string,
  stage: string,
  server: Server,
  options: PackageOptions,
): Promise<StagedPackage> {
  const files: Written[] = [];
  const put = async (path: string, content: Parameters<typeof replaceFile>[1]): Promise<string> => {
    const written = await replaceFile(join(stage, path), content);
    files.push({ ...written, path });
    return written.path;
  };
  const data = (name: string, content: Parameters<typeof replaceFile>[1]): Promise<string> =>
    put(`data/${name}`, content);
  const json = (name: string, value: unknown): Promise<string> => data(name, `${JSON.stringify(value, null, 2)}\n`);

  const facts = new CoverageFacts();
  const first: SpineEvent[] = [];
  const see = (event: SpineEvent): void => {
    facts.see(event);
    if (first.length < REPORTED_EVENTS) first.push(event);
    options.bar.advance(1);
  };
  const record = await data(`${run}.provetrail`, readAlong(server.record(run), see));
  const leaves = await data(`${run}.leaves`, server.leaves(run));
  const receipt = await receiptOf(run, server);
  if (receipt !== undefined) await data(`${run}.tlog-proof`, receipt);
  const timeToken = await server.timeToken(run);
  if (timeToken !== null) await data(`${run}.tst`, timeToken);
  if (options.content === 'all') {
    const contents = await data(`${run}.content.jsonl`, server.contents(run));
    for await (const { commitment } of contentsOf(contents)) facts.include(commitment);
  }
  const keys = await server.keys();
  const report = await verifyStaged({ record, leaves, receipt, timeToken, keys }, options.bar);
  const coverage = facts.coverage(report);
  await json('keys.json', keys.map(keyEntry));
  await json('key-history.json', keys);
  await json('erasures.json', await server.erasures(run));
  await json('coverage.json', coverage);
  await data('coverage.txt', coverageText(coverage, report));
  await json('report.json', report);
  await data('report.html', reportHtml(first, report, coverage, options.now));
  await json('custody.json', await custody(run, server, options));
  await data('HOW-TO-VERIFY.txt', howToVerify(run));
  await data('verify-without-us.md', await readFile(INSTRUCTIONS));

  const payload = files.map((file) => ({ ...file, path: file.path.slice('data/'.length) }));
  for (const { path, bytes } of bagTags(payload, infoOf(run, options), nodeHasher)) await put(path, bytes);
  return { files, report };
}

const INSTRUCTIONS = new URL('../../../../docs/verify-without-us.md', import.meta.url);

const infoOf = (run: string, { now, version }: PackageOptions) =>
  [
    ['Source-Organization', 'Runseal installation'],
    ['Bagging-Date', now.slice(0, 10)],
    ['External-Identifier', run],
    ['External-Description', `Evidence package of run ${run}`],
    ['Bag-Software-Agent', `runseal ${version}`],
  ] as const;

/** Passes a record on piece by piece, and shows its events on the way. */
async function* readAlong(
  parts: AsyncIterable<Uint8Array>,
  see: (event: SpineEvent) => void,
): AsyncGenerator<Uint8Array> {
  const reader = new RecordReader();
  const readable = (work: () => void): void => {
    try {
      work();
    } catch (cause) {
      throw cause instanceof SpineError ? unreadable(cause) : cause;
    }
  };
  for await (const part of parts) {
    readable(() => {
      for (const canonical of reader.push(part)) see(decodeEvent(canonical));
    });
    yield part;
  }
  readable(() => void reader.end());
}

const unreadable = (cause: SpineError): CliError =>
  new CliError(
    'record_unreadable',
    'The record that the server sent cannot be read, so no coverage can be stated; export it without --package.',
    { exitCode: EXIT.failed, cause },
  );

/** Who took the evidence out, when, with what. */
async function custody(run: string, server: Server, { now, version, content }: PackageOptions): Promise<object[]> {
  const { principal, name } = await server.whoami();
  return [
    {
      action: 'exported',
      run,
      at: now,
      by: { principal, name },
      exporter: `runseal ${version}`,
      verifier: `@runseal/spine ${version} on Node ${process.version}`,
      content,
    },
  ];
}

async function receiptOf(run: string, server: Server): Promise<string | undefined> {
  try {
    return await server.receipt(run);
  } catch (cause) {
    // Not in the ledger yet: the package says so in its verdicts and limits.
    if (cause instanceof CliError && cause.code === 'receipt_pending') return undefined;
    throw cause;
  }
}

/** What `runseal verify --keys` reads: with the mark of a key that somebody else may have had. */
const keyEntry = ({ keyId, publicKeyHex, origin, vkey, compromisedAt }: KeyView) => ({
  ...{ keyId, publicKeyHex, origin, vkey },
  ...(compromisedAt === null ? {} : { compromisedAt }),
});
