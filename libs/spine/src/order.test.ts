import { refusal } from '../fixtures/refusal.ts';
import { eventAt } from '../fixtures/runs.ts';
import { decodeEnvelope, encodeEvent } from './event.ts';
import type { Envelope } from './event.ts';
import { OrderCheck } from './order.ts';

function event(seq: number, change: Partial<Envelope> = {}): Envelope {
  const written = { ...eventAt({ type: 't', actor: 'agent', payload: {} }, 0), seq };
  return { ...decodeEnvelope(encodeEvent(written)), ...change };
}

function check(...events: readonly Envelope[]): void {
  const order = new OrderCheck();
  for (const each of events) order.see(each);
  order.end();
}

describe('the order of carried events', () => {
  it('is that of seq, gaps and all, whatever the clocks say', () => {
    expect(() => check(event(1, { time: 9n }), event(5, { time: 9n }), event(900, { time: -1n }))).not.toThrow();
  });

  it('keeps 2^53 and 2^53 + 1 apart', () => {
    const [first, second] = [event(1, { seq: 2n ** 53n }), event(1, { seq: 2n ** 53n + 1n })];
    expect(() => check(first, second)).not.toThrow();
    expect(() => check(second, first)).toThrow(refusal('chain.non_monotonic_seq'));
  });

  it.each([
    ['a seq is repeated', [event(2), event(2)], 'chain.non_monotonic_seq'],
    ['a seq goes back', [event(2), event(1)], 'chain.non_monotonic_seq'],
    ['a second stream appears', [event(1), event(2, { stream: 'other' })], 'chain.stream_mismatch'],
    ['there is no event', [], 'chain.empty'],
  ])('is broken when %s', (_, events, code) => {
    expect(() => check(...events)).toThrow(refusal(code));
  });
});
