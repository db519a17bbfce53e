import { encodeEvent, type EventDraft } from '@runseal/spine';

/** About what a dispatch or an attested frame takes on the record: some 420 bytes. */
export function draft(n: number): EventDraft {
  return {
    type: 'provenance.attested',
    actor: 'agent',
    payload: {
      kind: 'progress',
      frame: n,
      raw_sha256: new Uint8Array(32).fill(n),
      raw_bytes: 180,
      raw: { commitment: new Uint8Array(32).fill(n + 1), bytes: 180, media: 'application/json' },
      summary: { type: 'item.completed', id: `item_${n}`, text: 'x'.repeat(120) },
    },
  };
}

export const drafts = (count: number): EventDraft[] => Array.from({ length: count }, (_, i) => draft(i));

/** The bytes such drafts become on a run, for those who only store bytes. */
export function canonicals(run: string, count: number): Buffer[] {
  const time = BigInt(Date.now()) * 1_000_000n;
  return drafts(count).map((each, i) =>
    Buffer.from(encodeEvent({ ...each, stream: run, seq: i + 1, time, schemaVersion: 1 })),
  );
}
