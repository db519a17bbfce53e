/**
 * How fast a record verifies: in Node against the bare hashes of the same events (leaf, node and link by node:crypto), and
 * with the portable hashes a browser has; there in a worker of a real Chromium, where one can be had.
 */
import { hash } from 'node:crypto';
import {
  draftOf,
  encodeEvent,
  encodeRecord,
  rootOf,
  signCheckpoint,
  verifyRecord,
  leafHash,
  type Report,
} from '@runseal/spine';
import { generateSigner, nodeHasher } from '@runseal/spine/node';
import { verifyInChromium } from './spine/chromium.ts';
import { draft } from './spine/payload.ts';
import { median, rowOf, timed, type Emit } from './spine/timing.ts';

const EVENTS = 100_000;
const ROUNDS = 5;

export default async function bench(emit: Emit): Promise<void> {
  const events = eventsOf('verified', EVENTS);
  const signer = generateSigner();
  const keyring = [{ keyId: signer.keyId, publicKey: signer.publicKey }];
  const root = rootOf(
    events.map((event) => leafHash(event, nodeHasher)),
    nodeHasher,
  );
  const record = encodeRecord({
    events,
    checkpoint: await signCheckpoint({ origin: 'verified', root, size: events.length }, signer),
  });
  const spent = { node: [] as number[], bare: [] as number[], portable: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    const bare = await timed(() => bareHashes(events));
    const node = await timed(async () => passed(await verifyRecord(record, { keyring, hasher: nodeHasher })));
    const portable = round < 2 ? await timed(async () => passed(await verifyRecord(record, { keyring }))) : 0;
    if (round < 0) continue;
    spent.node.push(node);
    spent.bare.push(bare);
    if (portable > 0) spent.portable.push(portable);
  }
  const rate = (way: keyof typeof spent): number => (EVENTS * 1000) / median(spent[way]);
  emit(rowOf('verify.node', 'events/s', rate('node'), rate('bare')));
  emit(rowOf('verify.portable', 'events/s', rate('portable'), rate('bare')));
  const seen = await verifyInChromium(record, keyring[0]!);
  if (seen === null) return;
  emit(rowOf('verify.browser', 'ms', seen.took, median(spent.node)));
  emit(rowOf('verify.browser.page-blocked', 'ms', seen.longestPause, seen.longestPauseIdle));
}

function passed(report: Report): void {
  if (report.verdicts[0]?.state !== 'pass') throw new Error(JSON.stringify(report.verdicts[0]));
}

function eventsOf(stream: string, count: number): Uint8Array[] {
  const events = [];
  for (let seq = 1; seq < count; seq++)
    events.push(encodeEvent({ ...draft(seq), stream, seq, time: BigInt(seq), schemaVersion: 1 }));
  const closing = draftOf('outcome.recorded', 'system', { result: 'success', reason: '', steps: 1, final: null });
  events.push(encodeEvent({ ...closing, stream, seq: count, time: 1n, schemaVersion: 1 }));
  return events;
}

/** The least anybody must do: SHA-256 of each leaf, of each node of the tree, of each link. */
function bareHashes(events: readonly Uint8Array[]): void {
  const head = Buffer.from('\0provetrail/event/v1\n\0\0\0\0\0\0\0\0');
  const link = Buffer.alloc(16 + 64);
  const node = Buffer.alloc(65, 1);
  let row: Buffer[] = events.map((event) => {
    head.writeUInt32BE(event.length, head.length - 4);
    const leaf = hash('sha256', Buffer.concat([head, event]), 'buffer');
    leaf.copy(link, 48);
    hash('sha256', link, 'buffer').copy(link, 16);
    return leaf;
  });
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      row[i]!.copy(node, 1);
      row[i + 1]!.copy(node, 33);
      above.push(hash('sha256', node, 'buffer'));
    }
    if (row.length % 2 === 1) above.push(row.at(-1)!);
    row = above;
  }
}
