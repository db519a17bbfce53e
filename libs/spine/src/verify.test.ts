import fc from 'fast-check';
import {
  ended,
  eventAt,
  externalRun,
  KEYRING,
  nativeRun,
  opened,
  OTHER_SIGNER,
  RUN,
  sealAsIs,
  sealEvents,
  sealRun,
  SIGNER,
} from '../fixtures/runs.ts';
import type { Sealed } from '../fixtures/runs.ts';
import { anyPayload } from '../fixtures/values.ts';
import { toHex } from './bytes.ts';
import { compareRuns } from './compare.ts';
import { decodeEvent, encodeEvent } from './event.ts';
import { nodeHasher } from './node/hash.ts';
import { decodeRecord, encodeRecord } from './record.ts';
import { mixOf } from './tiers.ts';
import { exitCodeOf, VERDICT_NAMES } from './verdicts.ts';
import type { Report, Verdict } from './verdicts.ts';
import { verifyRecord } from './verify.ts';

const REGISTERED = /^(enc|chain|record|sign)\./;

let sealed: Sealed;
beforeAll(async () => {
  sealed = await sealRun(externalRun());
});

function states(report: Report): Record<string, string> {
  return Object.fromEntries(
    report.verdicts.map(({ name, state, code }) => [name, code === null ? state : `${state} ${code}`]),
  );
}

function integrityOf(report: Report): Verdict {
  return report.verdicts[0]!;
}

/** The same record with other events under the same checkpoint. */
function withEvents(events: readonly Uint8Array[]): Uint8Array {
  return encodeRecord({ events, checkpoint: decodeRecord(sealed.record).checkpoint });
}

describe('verifying a record', () => {
  it('of a native run passes all but independence', async () => {
    const report = await verifyRecord((await sealRun(nativeRun())).record, { keyring: KEYRING });
    expect(states(report)).toEqual({
      integrity: 'pass',
      completeness: 'pass',
      independence: 'absent runseal.unwitnessed',
      governance: 'pass',
      ground_truth: 'pass',
      provenance: 'pass',
    });
    expect(exitCodeOf(report)).toBe(3);
    expect(exitCodeOf({ ...report, verdicts: report.verdicts.filter(({ state }) => state === 'pass') })).toBe(0);
  });

  it('of an external run warns of what was only reported and of what was not seen', async () => {
    const report = await verifyRecord(sealed.record, { keyring: KEYRING });
    expect(states(report)).toEqual({
      integrity: 'pass',
      completeness: 'pass',
      independence: 'absent runseal.unwitnessed',
      governance: 'pass',
      ground_truth: 'warn runseal.unchecked',
      provenance: 'warn runseal.gaps_declared',
    });
    expect(report.vouches).toBe(
      '1 of 1 tool call was enforced by us; codex reported 2 further events; its model calls and network traffic were not seen.',
    );
  });

  it('says what the record is about', async () => {
    const { run, events, origin, keyId, root, mix, format } = await verifyRecord(sealed.record, { keyring: KEYRING });
    expect({ run, events, origin, keyId, format }).toEqual({
      run: RUN,
      events: 12,
      origin: 'runseal.test',
      keyId: SIGNER.keyId,
      format: 'runseal-report/1',
    });
    expect(root).toMatch(/^[0-9a-f]{64}$/);
    expect(mix!.tiers).toEqual({ enforced: 6, attested: 2, unobserved: 3 });
  });

  it('answers the same with either hasher, as plain data', async () => {
    const portable = await verifyRecord(sealed.record, { keyring: KEYRING });
    const node = await verifyRecord(sealed.record, {
      keyring: new Map([[SIGNER.keyId, SIGNER.publicKey]]),
      hasher: nodeHasher,
    });
    expect(node).toEqual(portable);
    expect(structuredClone(portable)).toEqual(portable);
    expect(portable.verdicts.map(({ name }) => name)).toEqual([...VERDICT_NAMES]);
  });

  it('by a key that is not trusted fails, and says nothing good', async () => {
    const report = await verifyRecord((await sealRun(nativeRun(), OTHER_SIGNER)).record, { keyring: KEYRING });
    expect(states(report)).toEqual({
      integrity: 'fail sign.unknown_key',
      completeness: 'absent runseal.not_authentic',
      independence: 'absent runseal.not_authentic',
      governance: 'absent runseal.not_authentic',
      ground_truth: 'absent runseal.not_authentic',
      provenance: 'absent runseal.not_authentic',
    });
    expect(report.keyId).toBe(OTHER_SIGNER.keyId);
    expect(exitCodeOf(report)).toBe(1);
  });

  it('that was changed keeps the faults found in it, and nothing good', async () => {
    const { record, canonicals } = await sealRun([...externalRun(), ended(9)]);
    const dropped = encodeRecord({ events: canonicals.slice(0, -1), checkpoint: decodeRecord(record).checkpoint });
    expect(states(await verifyRecord(dropped, { keyring: KEYRING }))).toMatchObject({
      integrity: 'fail record.size_mismatch',
      completeness: 'fail runseal.mix_missing',
      governance: 'fail gov.unadmitted_action',
      ground_truth: 'absent runseal.not_authentic',
    });
  });

  it('with an event that cannot be read judges nothing else', async () => {
    const record = withEvents(sealed.canonicals.map((canonical, i) => (i === 3 ? canonical.subarray(1) : canonical)));
    const report = await verifyRecord(record, { keyring: KEYRING });
    expect(integrityOf(report)).toMatchObject({ state: 'fail', code: 'enc.trailing_bytes', firstBadSeq: 4 });
    expect(report.verdicts.slice(1).map(({ code }) => code)).toEqual(new Array(5).fill('runseal.not_authentic'));
    expect(report).toMatchObject({ run: RUN, events: 12, mix: null, vouches: null });
  });

  it('whose events were sealed out of their order, or among those of another run, fails where that begins', async () => {
    const events = [1, 2, 3, 4].map((_, i) => eventAt({ type: 'other.thing', actor: 'agent', payload: {} }, i));
    for (const [change, code] of [
      [{ seq: 2 }, 'chain.non_monotonic_seq'],
      [{ seq: 1 }, 'chain.non_monotonic_seq'],
      [{ stream: 'another' }, 'chain.stream_mismatch'],
    ] as const) {
      const { record } = await sealEvents(events.map((event, i) => (i === 2 ? { ...event, ...change } : event)));
      const report = await verifyRecord(record, { keyring: KEYRING });
      expect(integrityOf(report)).toMatchObject({ state: 'fail', code, firstBadSeq: 3 });
      expect(report.verdicts.slice(1).map((verdict) => verdict.code)).toEqual(
        new Array(5).fill('runseal.not_authentic'),
      );
    }
  });

  it('with a keyring that contradicts itself fails rather than throws', async () => {
    const report = await verifyRecord(sealed.record, { keyring: new Map([[SIGNER.keyId, OTHER_SIGNER.publicKey]]) });
    expect(integrityOf(report)).toMatchObject({ state: 'fail', code: 'sign.bad_key' });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('{"events":[]}')],
    ['a very deep list', new Uint8Array(100_000).fill(0x81)],
  ])('of %s fails as unreadable', async (_, bytes) => {
    const report = await verifyRecord(bytes, { keyring: KEYRING });
    expect(integrityOf(report)).toMatchObject({ state: 'fail', code: 'record.decode' });
    expect(integrityOf(report).sentence).toMatch(/^[A-Z].*\.$/);
    expect(report).toMatchObject({ run: null, events: 0, root: null, mix: null, vouches: null });
  });

  it('never throws for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: sealed.record.length }), fc.uint8Array({ maxLength: 40 }), async (at, noise) => {
        const bytes = sealed.record.slice();
        bytes.set(noise.subarray(0, Math.min(noise.length, bytes.length - at)), at);
        const report = await verifyRecord(bytes, { keyring: KEYRING, evidence: { leaves: sealed.leaves } });
        expect(report.verdicts).toHaveLength(6);
        if (toHex(bytes) !== toHex(sealed.record)) expect(integrityOf(report).state).toBe('fail');
      }),
      { numRuns: 300 },
    );
  });

  it('never throws for any signed payloads, however odd, and neither do sentence and comparison', async () => {
    const types = fc.constantFrom(
      ...Object.keys(mixOf([...nativeRun(), ...externalRun()]).types),
      'provenance.mix',
      'dispatch.rejected',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(types, anyPayload), { minLength: 1, maxLength: 12 }), async (odd) => {
        const drafts = odd.map(([type, payload]) => ({ type, actor: 'agent' as const, payload }));
        const { record, canonicals } = await sealAsIs([opened(), ...drafts]);
        const report = await verifyRecord(record, { keyring: KEYRING });
        expect(integrityOf(report).state).toBe('pass');
        for (const { sentence } of report.verdicts) expect(sentence.length).toBeLessThan(400);
        expect(report.vouches!.length).toBeLessThan(1200);
        const events = canonicals.map(decodeEvent);
        expect(compareRuns(events, events).vouches.left).toBe(report.vouches);
      }),
      { numRuns: 400 },
    );
  });

  it('reports how far it is, gives way to others, and can be stopped', async () => {
    const events = Array.from({ length: 3000 }, (_, i) => eventAt({ type: 't', actor: 'agent', payload: {} }, i));
    const { record } = await sealEvents(events);
    const progress: (readonly [number, number])[] = [];
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await verifyRecord(record, { keyring: KEYRING, onProgress: (done, total) => void progress.push([done, total]) });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(0);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toEqual([3000, 3000]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifyRecord(record, { keyring: KEYRING, signal })).rejects.toThrow('enough');
  });
});

describe('one changed byte', () => {
  it('makes a record fail with a registered code, and the leaf hashes name the event it is in', async () => {
    const evidence = { leaves: sealed.leaves };
    const inside = seqByOffset();
    for (let at = 0; at < sealed.record.length; at++) {
      const changed = sealed.record.map((byte, i) => (i === at ? byte ^ (1 << (at % 8)) : byte));
      const verdict = integrityOf(await verifyRecord(changed, { keyring: KEYRING, evidence, hasher: nodeHasher }));
      expect([at, verdict.state]).toEqual([at, 'fail']);
      expect(verdict.code).toMatch(REGISTERED);
      if (inside.has(at)) expect([at, verdict.firstBadSeq]).toEqual([at, inside.get(at)]);
    }
    expect(inside.size).toBeGreaterThan(sealed.record.length / 2);
  }, 60_000);

  it('in the length of an event names that event too', async () => {
    const inside = seqByOffset();
    const starts = [...inside].filter(([at, seq]) => inside.get(at - 1) !== seq);
    expect(starts).toHaveLength(12);
    for (const [start, seq] of starts) {
      const changed = sealed.record.map((byte, i) => (i === start - 1 ? byte ^ 0x3f : byte));
      const report = await verifyRecord(changed, { keyring: KEYRING, evidence: { leaves: sealed.leaves } });
      expect(integrityOf(report)).toMatchObject({ state: 'fail', code: 'record.decode', firstBadSeq: seq });
    }
  });
});

/** Offset within the sealed record → seq of the event whose canonical bytes are there. */
function seqByOffset(): Map<number, number> {
  const places = new Map<number, number>();
  for (const [index, canonical] of sealed.canonicals.entries()) {
    const start = Buffer.from(sealed.record).indexOf(canonical);
    for (let at = start; at < start + canonical.length; at++) places.set(at, index + 1);
  }
  return places;
}

describe('the leaf hashes beside a record that failed', () => {
  const evidence = () => ({ leaves: sealed.leaves });

  it.each([0, 4, 11])('name a removed event (%i)', async (index) => {
    const record = withEvents(sealed.canonicals.filter((_, i) => i !== index));
    const verdict = integrityOf(await verifyRecord(record, { keyring: KEYRING, evidence: evidence() }));
    expect(verdict).toMatchObject({ state: 'fail', firstBadSeq: index + 1 });
  });

  it('name an event that was exchanged for another canonical one', async () => {
    const forged = encodeEvent({ ...sealed.events[6]!, principal: 'mallory' });
    const record = withEvents(sealed.canonicals.map((original, i) => (i === 6 ? forged : original)));
    const verdict = integrityOf(await verifyRecord(record, { keyring: KEYRING, evidence: evidence() }));
    expect(verdict).toMatchObject({ code: 'record.root_mismatch', firstBadSeq: 7 });
    expect(integrityOf(await verifyRecord(record, { keyring: KEYRING }))).toMatchObject({ firstBadSeq: null });
  });

  it('name an event inserted at the end', async () => {
    const extra = (await sealAsIs([...externalRun(), ...externalRun()])).canonicals[12]!;
    const record = withEvents([...sealed.canonicals, extra]);
    const verdict = integrityOf(await verifyRecord(record, { keyring: KEYRING, evidence: evidence() }));
    expect(verdict).toMatchObject({ code: 'record.size_mismatch', firstBadSeq: 13 });
  });

  it('are no authority: hashes of another record place no blame', async () => {
    const others = (await sealRun(nativeRun())).leaves;
    const record = withEvents(sealed.canonicals.slice(0, -1));
    const verdict = integrityOf(await verifyRecord(record, { keyring: KEYRING, evidence: { leaves: others } }));
    expect(verdict).toMatchObject({ code: 'record.size_mismatch', firstBadSeq: null });
  });

  it('say what became of the event they name, in the order of the run', async () => {
    const said = async (canonicals: readonly Uint8Array[]) => {
      const options = { keyring: KEYRING, evidence: evidence(), hasher: nodeHasher };
      const { firstBadSeq, sentence } = integrityOf(await verifyRecord(withEvents(canonicals), options));
      return [firstBadSeq, /By the leaf hashes beside it, (.*)$/.exec(sentence)?.[1]];
    };
    const { canonicals, events } = sealed;
    for (const [index, event] of events.entries()) {
      const other = encodeEvent({ ...event, principal: 'mallory' });
      expect(await said(canonicals.toSpliced(index, 1))).toEqual([index + 1, `event ${index + 1} was removed.`]);
      expect(await said(canonicals.toSpliced(index, 0, other))).toEqual([
        index + 1,
        `event ${index + 1} was inserted.`,
      ]);
      expect(await said(canonicals.with(index, other))).toEqual([
        index + 1,
        `event ${index + 1} is the first that is not the one signed.`,
      ]);
      expect(await said(canonicals.slice(0, index + 1).with(index, other))).toEqual([
        index + 1,
        `event ${index + 1} is the first that is not the one signed.`,
      ]);
    }
  });

  it('place no blame when the events are the signed ones and only the seal came to harm', async () => {
    const { checkpoint } = decodeRecord(sealed.record);
    const harmed = checkpoint.with(checkpoint.length - 1, checkpoint.at(-1)! ^ 1);
    const record = encodeRecord({ events: sealed.canonicals, checkpoint: harmed });
    const verdict = integrityOf(await verifyRecord(record, { keyring: KEYRING, evidence: evidence() }));
    expect(verdict).toMatchObject({ code: 'sign.signature_invalid', firstBadSeq: null });
    expect(verdict.sentence).not.toContain('leaf hashes');
  });

  it('make no good record bad', async () => {
    const report = await verifyRecord(sealed.record, { keyring: KEYRING, evidence: { leaves: [new Uint8Array(32)] } });
    expect(integrityOf(report).state).toBe('pass');
  });

  it('may be nonsense', async () => {
    const nonsense = [new Uint8Array(3), 'x'] as unknown as Uint8Array[];
    const report = await verifyRecord(sealed.record.subarray(1), { keyring: KEYRING, evidence: { leaves: nonsense } });
    expect(integrityOf(report).state).toBe('fail');
  });
});

describe('a record of another producer', () => {
  it('is judged for integrity, and for nothing it does not say', async () => {
    const events = [1, 5, 900].map((seq) => ({
      ...eventAt({ type: 'other.thing', actor: 'agent', payload: {} }, 0),
      seq,
    }));
    const report = await verifyRecord((await sealEvents(events)).record, { keyring: KEYRING });
    expect(states(report)).toEqual({
      integrity: 'pass',
      completeness: 'absent runseal.foreign_record',
      independence: 'absent runseal.unwitnessed',
      governance: 'absent runseal.nothing_governed',
      ground_truth: 'absent runseal.not_asserted',
      provenance: 'absent runseal.foreign_record',
    });
    expect(exitCodeOf(report)).toBe(3);
  });
});
