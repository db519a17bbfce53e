import { processSandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { commitContent, toHex } from '@runseal/spine';
import fc from 'fast-check';
import { parseReferenceLine } from '../adapters/reference/parse.ts';
import { externalDriver } from '../driver.ts';
import { scriptedAdapter } from '../testing/scripted.ts';
import { allAdapters, adapterNamed } from './adapters.ts';
import { reproject } from './reproject.ts';

let run: TestRun;
const contents = new Map<string, Uint8Array>();
const contentOf = (commitment: string) => contents.get(commitment);
const recorded = () => run.recorder.events;

beforeAll(async () => {
  run = await openTestRun({ sandbox: processSandbox() });
  const script = [
    { read: true },
    { probe: 'right' },
    { line: { type: 'text', text: 'half way' } },
    { line: { type: 'something new', note: 'unknown' } },
    { line: { type: 'text', text: 'all done' } },
    { line: { type: 'done' } },
  ];
  await externalDriver(scriptedAdapter(script), processSandbox()).run(run.context);
  for (const { payload } of recorded()) {
    const raw = payload['raw'] as { commitment: Uint8Array } | null | undefined;
    if (raw) contents.set(toHex(raw.commitment), run.recorder.contentOf(raw).bytes);
  }
});
afterAll(() => run.remove());

describe('reading the kept lines again', () => {
  it('finds what was recorded, with the parser that recorded it', () => {
    const found = reproject({ parse: parseReferenceLine }, recorded(), contentOf);
    expect(found).toMatchObject({ missing: [], differences: [], faults: { recorded: found.faults.now } });
    expect(found.read).toBe(found.frames);
    expect(found.faults.now).toEqual({ unknown_type: 1 });
  });

  it('says line by line what a newer parser reads in them', () => {
    const newer = (line: string) =>
      line.includes('something new') ? [{ kind: 'plan' as const, text: 'a plan' }] : parseReferenceLine(line);
    const { differences, faults } = reproject({ parse: newer }, recorded(), contentOf);
    expect(differences).toEqual([
      expect.objectContaining({
        recorded: { kind: 'progress', summary: { unread: 'unknown_type' }, words: null },
        now: { kind: 'plan', summary: {}, words: null },
      }),
    ]);
    expect(faults).toEqual({ recorded: { unknown_type: 1 }, now: {} });
  });

  it('says which lines are not at hand', () => {
    const found = reproject({ parse: parseReferenceLine }, recorded(), () => undefined);
    expect(found).toMatchObject({ read: 0, differences: [] });
    expect(found.missing.length).toBe(found.frames);
    expect(found.frames).toBeGreaterThan(3);
  });

  it('takes a line whose secrets were redacted for what it is', () => {
    const raw = commitContent(new TextEncoder().encode('{"type":"text","text":"[redacted]"}'), 'text/plain').ref;
    const payload = { kind: 'text', frame: 1, raw_sha256: new Uint8Array(32), raw_bytes: 9, raw: { ...raw } };
    const event = {
      seq: 1,
      type: 'provenance.attested',
      payload: { ...payload, summary: { text: '[redacted]', redacted: true } },
    };
    const bytes = new TextEncoder().encode('{"type":"text","text":"[redacted]"}');
    expect(reproject({ parse: parseReferenceLine }, [event], () => bytes).differences).toEqual([]);
  });

  it('never throws, whatever a record holds and whatever its lines are', () => {
    const value = fc.anything({ maxDepth: 2, withBigInt: true });
    const event = fc.record({
      seq: fc.nat(),
      type: fc.constantFrom('provenance.attested', 'provenance.gap', 'other'),
      payload: fc.dictionary(
        fc.constantFrom('kind', 'frame', 'raw', 'summary', 'words', 'raw_sha256', 'surface', 'reason', 'count'),
        value,
      ),
    });
    fc.assert(
      fc.property(fc.array(event), fc.uint8Array(), fc.constantFrom(...allAdapters()), (events, bytes, adapter) => {
        const asRead = events as unknown as Parameters<typeof reproject>[1];
        expect(reproject(adapter, asRead, () => bytes).frames).toBeLessThanOrEqual(events.length);
      }),
    );
  });
});

it('an adapter is found by its name, and only by its name', () => {
  expect(adapterNamed('codex')?.name).toBe('codex');
  expect(adapterNamed('toString')).toBe(null);
});
