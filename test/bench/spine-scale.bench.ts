/**
 * Whether a run that grows gets slower: append, seal and inclusion proof at a thousand, a hundred thousand and a million
 * events, each against the same at a thousand; and how much memory it takes to export and verify the largest as a stream.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateSigner } from '@runseal/spine/node';
import type { RunWriter } from '@runseal/spine/postgres';
import { benchDatabase, type BenchDatabase } from './spine/database.ts';
import { draft, drafts } from './spine/payload.ts';
import { median, rowOf, timed, type Emit } from './spine/timing.ts';

const SIZES = [1_000, 100_000, 1_000_000];
const BATCH = 2_000;
const MEMORY_LIMIT_MB = 300;
const signer = generateSigner();

interface Measured {
  readonly append: number;
  readonly seal: number;
  readonly proof: number;
}

export default async function bench(emit: Emit): Promise<void> {
  const db = await benchDatabase();
  try {
    let least: Measured | null = null;
    for (const size of SIZES) {
      const run = `run-of-${size}`;
      const writer = await grown(db, run, size);
      const measured = await measure(db, run, writer, size);
      least ??= measured;
      emit(rowOf(`append.at.${size}`, 'ms', measured.append, least.append));
      emit(rowOf(`seal.at.${size}`, 'ms', measured.seal, least.seal));
      emit(rowOf(`proof.at.${size}`, 'ms', measured.proof, least.proof));
    }
    await streamed(db, `run-of-${SIZES.at(-1)!}`, emit);
  } finally {
    await db.close();
  }
}

async function grown(db: BenchDatabase, run: string, size: number): Promise<RunWriter> {
  const writer = await db.newWriter(run);
  const events = drafts(Math.min(BATCH, size));
  // One batch is chained while the one before it is stored.
  let before: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < size; from += events.length) {
    const next = writer.append(...events);
    await before;
    before = next;
  }
  await before;
  // As a server that is not busy stands: what the growing left to be written is written.
  await db.owner`analyze spine.event`;
  return writer;
}

async function measure(db: BenchDatabase, run: string, writer: RunWriter, size: number): Promise<Measured> {
  const appends: number[] = [];
  for (let n = 0; n < 400; n++) {
    const took = await timed(() => writer.append(draft(n)));
    if (n >= 50) appends.push(took);
  }
  const seal = await timed(() => writer.seal(signer));
  const proofs: number[] = [];
  for (let n = 0; n < 60; n++) {
    const seq = 1 + ((n * 7_919_191) % size);
    const took = await timed(() => db.store.eventProof(run, seq));
    if (n >= 10) proofs.push(took);
  }
  return { append: median(appends), seal, proof: median(proofs) };
}

/** In a process of its own, so that its peak is that of this work alone. */
async function streamed(db: BenchDatabase, run: string, emit: Emit): Promise<void> {
  const child = join(import.meta.dirname, 'spine', 'stream-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    child,
    db.serviceUrl,
    run,
    JSON.stringify([...signer.publicKey]),
  ]);
  const { peakMb, state } = JSON.parse(stdout) as Record<string, number | string>;
  if (state !== 'pass') throw new Error(`the streamed record's integrity is ${state}`);
  emit(rowOf('verify.stream.memory', 'MB', Number(peakMb), MEMORY_LIMIT_MB));
}
