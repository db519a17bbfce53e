import { Held } from '../../../../test/held/held.ts';
import { ended, eventAt, gap, opened, ref, rejected, started } from '../../fixtures/runs.ts';
import { decodeEvent, encodeEvent } from '../event.ts';
import type { EventDraft } from '../event.ts';
import { targetOf } from './calls.ts';
import { RunSeen } from './run-seen.ts';

const seen = (...drafts: readonly EventDraft[]): RunSeen => {
  const run = new RunSeen();
  for (const [i, draft] of drafts.entries()) run.see(decodeEvent(encodeEvent(eventAt(draft, i))));
  return run;
};

const salt = new Uint8Array(32).fill(1);

describe('a run whose events go by', () => {
  it('holds nothing of what its events held but texts and numbers', async () => {
    const run = new RunSeen();
    const held = new Held();
    for (let call = 1; call <= 500; call += 1)
      for (const draft of [
        started(call, { scope: `file-${String(call)}`, arguments: ref(`told ${String(call)}`, salt) }),
        ended(call, { result: ref('got', salt) }),
        gap(),
      ]) {
        const bytes = encodeEvent(eventAt(draft, call));
        const event = decodeEvent(bytes);
        for (const thing of [bytes.buffer, event, event.payload, ...Object.values(event.payload)])
          if (typeof thing === 'object' && thing !== null) held.watch(thing);
        run.see(event);
      }
    await new Promise(setImmediate);
    expect(held.count()).toBeLessThan(20);
    expect(run.calls).toHaveLength(500);
  });

  it('knows of each call what opened it, what ended it, and what its events name last', () => {
    const [told, got, again] = ['told', 'got', 'again'].map((text) => ref(text, salt));
    const run = seen(
      opened(),
      ended(1, { result: got! }),
      started(1, { scope: 'a.txt', arguments: told! }),
      started(2, { scope: 'b.txt', arguments: told! }),
      ended(2, { outcome: 'error', result: got! }),
      started(2, { scope: 'c.txt', arguments: again! }),
      rejected(3),
    );
    expect(run.calls.map(({ call, seq, outcome }) => [call, seq, outcome])).toEqual([
      [1, 3, 'unknown'],
      [2, 6, 'unknown'],
      [3, 7, 'refused'],
    ]);
    expect(targetOf(run.calls[1]!)).toMatchObject({ scope: 'c.txt' });
    // An end before its start ends nothing, and its content is named all the same.
    expect(run.calls[0]!.result.commitment).toBeNull();
    expect(run.calls[0]!.contents.result).not.toBeNull();
    expect(run.calls[1]!.result.commitment).toBeNull();
    expect(run.calls[1]!.contents).toEqual({
      arguments: run.calls[1]!.arguments.commitment,
      result: run.calls[0]!.contents.result,
    });
  });
});
