/** Verification of a sealed record: one pure function, the same in the browser, the CLI and the API. */
import { paced, Pacer } from './pace.ts';
import { RecordReader } from './record-stream.ts';
import { decodeRecord, salvageEvents } from './record.ts';
import type { SealedRecord } from './record.ts';
import type { Report } from './verdicts.ts';
import { Judgement } from './verify/judgement.ts';
import type { VerifyOptions } from './verify/judgement.ts';

export type { VerifyOptions } from './verify/judgement.ts';

/**
 * Verifies a record and answers six separate verdicts. Never throws for what the bytes are; rejects only with the reason
 * of `signal`. Gives way to the event loop about every 12 ms and reports progress in events.
 *
 * @example const report = await verifyRecord(bytes, { keyring: [key] }); process.exitCode = exitCodeOf(report);
 */
export async function verifyRecord(bytes: Uint8Array, options: VerifyOptions): Promise<Report> {
  const judgement = new Judgement(options);
  let record: SealedRecord;
  try {
    record = decodeRecord(bytes);
  } catch (error) {
    // Read on as far as it goes, only so that the leaf hashes can say where the damage is.
    const readable = options.evidence?.leaves === undefined ? [] : salvageEvents(bytes);
    await paced(readable, options, judgement.see);
    return judgement.unreadable(error);
  }
  await paced(record.events, options, judgement.see);
  return judgement.report(record.checkpoint);
}

/**
 * The same verdicts over a record that comes in pieces and is never held whole: a file, a response. Rejects with the reason
 * of `signal`, and with whatever the source throws: a record that broke off on its way was not judged.
 *
 * @example const report = await verifyRecordStream(createReadStream('run.record'), { keyring: [key] });
 */
export async function verifyRecordStream(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: VerifyOptions,
): Promise<Report> {
  const judgement = new Judgement(options);
  const reader = new RecordReader();
  const pacer = new Pacer(options);
  let seen = 0;
  for await (const part of parts) {
    let events: readonly Uint8Array[];
    try {
      events = reader.push(part);
    } catch (error) {
      return judgement.unreadable(error);
    }
    for (const canonical of events) {
      if (pacer.due(seen)) await pacer.giveWay(seen, reader.count);
      judgement.see(canonical);
      seen++;
    }
  }
  let checkpoint: Uint8Array;
  try {
    ({ checkpoint } = reader.end());
  } catch (error) {
    return judgement.unreadable(error);
  }
  options.onProgress?.(seen, seen);
  return judgement.report(checkpoint);
}
