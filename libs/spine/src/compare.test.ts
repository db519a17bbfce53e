import {
  attested,
  declared,
  ended,
  eventAt,
  externalRun,
  gap,
  nativeRun,
  opened,
  ref,
  rejected,
  started,
} from '../fixtures/runs.ts';
import { toHex } from './bytes.ts';
import { decodeEvent, encodeEvent } from './event.ts';
import type { EventDraft, SpineEvent } from './event.ts';
import { compareRuns } from './compare.ts';
import { commitContent } from './content.ts';
import { mixOf } from './tiers.ts';

const events = (drafts: readonly EventDraft[]): SpineEvent[] =>
  drafts.map((draft, i) => decodeEvent(encodeEvent(eventAt(draft, i))));

describe('comparing two runs', () => {
  it('finds nothing to say between equal runs but that', () => {
    const run = events(nativeRun());
    const { dispatches, gaps, enforcement, sentences, vouches } = compareRuns(run, run);
    expect(gaps).toEqual([]);
    expect(enforcement).toEqual([]);
    expect(dispatches.every(({ left, right }) => left!.seq === right!.seq)).toBe(true);
    expect(vouches.left).toBe(vouches.right);
    expect(sentences).toContain('Both runs made the same 3 tool calls in the same order.');
  });

  it('sets mixes, gaps, enforcement and vouches side by side', () => {
    const comparison = compareRuns(events(nativeRun()), events(externalRun()));
    expect(comparison.mixes).toEqual({ left: mixOf(nativeRun()), right: mixOf(externalRun()) });
    expect(comparison.gaps).toEqual([
      { surface: 'egress', left: 0, right: 1, reasons: ['not_observable'] },
      { surface: 'model_calls', left: 0, right: 1, reasons: ['not_observable'] },
    ]);
    expect(comparison.enforcement).toEqual([{ surface: 'shell', left: null, right: 'denied' }]);
    expect(comparison.vouches.right).toContain('codex reported 2 further events');
    expect(comparison.sentences).toContain('Everything in the left run was enforced.');
    expect(comparison.sentences).toContain('Only the right run has gaps in: network traffic and model calls.');
  });

  it('does not count the closing mix twice', () => {
    const sealed = events([...nativeRun(), { type: 'provenance.mix', actor: 'system', payload: { lost: 3 } }]);
    expect(compareRuns(sealed, sealed).mixes.left).toEqual(mixOf(nativeRun(), 3));
  });

  it('aligns calls by order, action and scope', () => {
    const left = events([opened(), started(1), ended(1), started(2, { scope: 'b.txt' }), rejected(3)]);
    const right = events([
      opened(),
      started(1, { scope: 'b.txt' }),
      ended(1, { outcome: 'error' }),
      started(2, { scope: 'c.txt' }),
    ]);
    const { dispatches, sentences } = compareRuns(left, right);
    expect(dispatches.map((pair) => [pair.left?.scope ?? null, pair.right?.scope ?? null])).toEqual([
      ['a.txt', null],
      ['b.txt', 'b.txt'],
      ['', null],
      [null, 'c.txt'],
    ]);
    expect(dispatches.map(({ left: mine }) => mine?.outcome ?? null)).toEqual(['ok', 'unknown', 'refused', null]);
    expect(dispatches[1]!.right).toEqual({
      call: 1,
      seq: 2,
      action: 'workspace.read',
      scope: 'b.txt',
      outcome: 'error',
    });
    expect(sentences).toContain('1 tool call in both runs, 2 only in the left, 1 only in the right.');
    expect(sentences).toContain('1 shared call ended differently.');
  });

  it('says whether arguments are the same only where it can', () => {
    const [salt, otherSalt] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;
    const run = (text: string, saltUsed: Uint8Array<ArrayBuffer>) =>
      events([opened(), started(1, { arguments: ref(text, saltUsed) })]);
    const kept = new Map<string, Uint8Array>();
    for (const [text, each] of [
      ['same', salt],
      ['same', otherSalt],
      ['else', otherSalt],
    ] as const) {
      const content = commitContent(new TextEncoder().encode(text), 'text/plain', each);
      kept.set(toHex(content.ref.commitment), content.bytes);
    }
    const lookup = (_: unknown, commitment: Uint8Array) => kept.get(toHex(commitment));
    const same = (left: SpineEvent[], right: SpineEvent[], content?: typeof lookup) =>
      compareRuns(left, right, content).dispatches[0]!.sameArguments;
    expect(same(run('same', salt), run('same', otherSalt), lookup)).toBe(true);
    expect(same(run('same', salt), run('else', otherSalt), lookup)).toBe(false);
    expect(same(run('same', salt), run('same', otherSalt))).toBeNull();
    // One commitment is one content, even when it is gone.
    expect(same(run('same', salt), run('same', salt))).toBe(true);
    expect(same(run('same', salt), run('longer', otherSalt))).toBe(false);
    expect(compareRuns(run('same', salt), run('same', salt)).dispatches[0]!.sameResult).toBeNull();
  });

  it('says how many shared calls had other results', () => {
    const run = (result: string) => events([opened(), started(1), ended(1, { result: ref(result) })]);
    expect(compareRuns(run('one'), run('others')).sentences).toContain('1 shared call had other results.');
    expect(compareRuns(run('one'), run('one')).sentences.join(' ')).not.toContain('results');
  });

  it('survives payloads in which nothing has the right type', () => {
    const odd = {
      call: 1,
      action: [],
      scope: {},
      arguments: 3,
      result: [],
      surface: 1,
      outcome: null,
      enforcement_profile: 'x',
      grant: {},
    };
    const drafts = ['run.opened', 'dispatch.start', 'dispatch.end', 'provenance.gap', 'provenance.declared'].map(
      (type) => ({ type, actor: 'agent', payload: odd }) as const,
    );
    expect(compareRuns(events(drafts), events([opened(), gap(), declared(), attested(1)])).dispatches).toHaveLength(1);
  });
});
