import {
  ask,
  decodeEvent,
  decodeRecord,
  inquire,
  toHex,
  verifyRecord,
  withinReport,
  type Answer,
  type Claim,
  type Report,
  type SpineEvent,
  type TrustedKey,
} from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { stat } from 'node:fs/promises';
import { CliError, EXIT } from './errors.ts';
import { contentSource, type ContentSource } from './files/content-file.ts';
import { requireRecord, requireRecordBytes } from './files/kind.ts';
import { MOST_HELD, pieces, readBytes } from './files/read.ts';
import { passRecord } from './passing-record.ts';

export interface AskFileOptions {
  readonly keyring: readonly TrustedKey[];
  /** The file with its contents; it need not exist. */
  readonly content: string;
}

/**
 * Asks a record file. An answer is only as good as the record it is read from: the file goes by once, piece by piece, and is
 * verified and asked at the same time. It is held whole only where it fails, to say why. Throws CliError `not_authentic`,
 * `foreign_record`, `not_a_record`.
 */
export async function askFile(file: string, claim: Claim, { keyring, content }: AskFileOptions): Promise<Answer> {
  const contents = contentSource(content);
  try {
    await requireRecord(file);
    const about = await stat(file).catch(() => null);
    // A pipe can be read once only, and a failure takes a second look.
    if (about?.isFile() === true) {
      const { report, answer } = await askPieces(pieces(file), claim, { keyring, contents });
      if (isSound(report)) return withinReport(readable(file, answer), report);
      if (about.size > MOST_HELD) return notAuthentic(file, report);
    }
    return await askWhole(file, claim, { keyring, contents });
  } finally {
    contents.close();
  }
}

interface Known {
  readonly keyring: readonly TrustedKey[];
  readonly contents: ContentSource;
}

export interface AskedPieces {
  readonly report: Report;
  /** What a record that is sound answers. Throws what its first event that cannot be read gave. */
  readonly answer: () => Answer;
}

/** Verifies a record that comes in pieces and asks it at the same time; holds the piece at hand, and what the answer needs. */
export async function askPieces(
  parts: AsyncIterable<Uint8Array>,
  claim: Claim,
  { keyring, contents }: Known,
): Promise<AskedPieces> {
  const inquiry = inquire(claim);
  const look = (event: SpineEvent): void => inquiry.see(event, (commitment) => contents.bytesOf(toHex(commitment)));
  const { report, unread } = await passRecord(
    parts,
    (event) => (inquiry.wants(event) === null ? look(event) : contents.ready().then(() => look(event))),
    { keyring, hasher: nodeHasher },
  );
  const answer = (): Answer => {
    if (unread !== null) throw unread.cause;
    return inquiry.answer();
  };
  return { report, answer };
}

async function askWhole(file: string, claim: Claim, { keyring, contents }: Known): Promise<Answer> {
  const bytes = await readBytes(file);
  requireRecordBytes(file, bytes);
  const report = await verifyRecord(bytes, { keyring, hasher: nodeHasher });
  if (!isSound(report)) return notAuthentic(file, report);
  await contents.ready();
  const events = readable(file, () => decodeRecord(bytes).events.map((canonical) => decodeEvent(canonical)));
  return withinReport(
    ask(claim, events, (commitment) => contents.bytesOf(toHex(commitment))),
    report,
  );
}

const integrityOf = ({ verdicts }: Report) => verdicts.find(({ name }) => name === 'integrity');

const isSound = (report: Report): boolean => integrityOf(report)?.state === 'pass';

function notAuthentic(file: string, report: Report): never {
  throw new CliError(
    'not_authentic',
    `${file} is not asked, for its integrity fails: ${integrityOf(report)?.sentence ?? ''}`,
    { exitCode: EXIT.unreadable },
  );
}

/** What is read of a record that is sound. */
function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CliError(
      'foreign_record',
      `${file} was made by another producer in ways this program cannot ask about.`,
      { exitCode: EXIT.unreadable, cause },
    );
  }
}
