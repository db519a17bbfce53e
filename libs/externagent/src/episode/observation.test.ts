import type { HarnessEvent } from '../adapter.ts';
import { Observation } from './observation.ts';

function observe(...events: HarnessEvent[]): Observation {
  const observed = new Observation();
  for (const [i, event] of events.entries())
    observed.note({
      frame: { number: i + 1, sha256: new Uint8Array(32), bytes: 0, line: null, terminated: true },
      events: [event],
      faults: [],
    });
  return observed;
}

describe('what frames add up to', () => {
  const usage = {
    input_tokens: 1,
    output_tokens: 2,
    cached_input_tokens: null,
    reasoning_tokens: null,
    source: 'reported' as const,
  };

  it('puts a text that comes in pieces together, and lets anything between them end it', () => {
    const piece = (text: string) => ({ kind: 'text', text, adds: true }) as const;
    expect(observe(piece('I wrote '), piece('it.'), { kind: 'done' }).lastText).toBe('I wrote it.');
    expect(observe(piece('First.'), { kind: 'bridge_call' }, piece('Second'), piece(' text.')).lastText).toBe(
      'Second text.',
    );
    expect(observe(piece('a'), { kind: 'text', text: 'b' }, { kind: 'text', text: 'c' }).lastText).toBe('c');
    expect(observe(piece('kept'), { kind: 'progress' }, piece(' ')).lastText).toBe('kept');
    expect(observe(piece('a'), { kind: 'done', usage }).usage).toEqual(usage);
  });

  it('a good end takes back an error that was worth retrying', () => {
    expect(observe({ kind: 'error', text: 'reconnecting' }, { kind: 'done' }).error).toBeNull();
    expect(observe({ kind: 'error', text: 'reconnecting' }).error).toEqual({ text: 'reconnecting', terminal: false });
  });

  it('a terminal error stands, whatever is said after it', () => {
    const observed = observe(
      { kind: 'error', text: 'quota', terminal: true },
      { kind: 'error', text: 'later' },
      { kind: 'done' },
    );
    expect(observed.error).toEqual({ text: 'quota', terminal: true });
  });

  it('an error after a good end is a failure', () => {
    expect(observe({ kind: 'done' }, { kind: 'error', text: 'crash' }).error?.text).toBe('crash');
  });

  it('the last text that says something is the last text', () => {
    expect(
      observe({ kind: 'text', text: 'a' }, { kind: 'text', text: ' \n' }, { kind: 'reasoning', text: 'b' }).lastText,
    ).toBe('a');
  });

  it('usage is the last that was reported, and unknown when it is not whole numbers', () => {
    expect(
      observe({ kind: 'usage', usage }, { kind: 'done', usage: { ...usage, output_tokens: 9 } }).usage?.output_tokens,
    ).toBe(9);
    expect(observe({ kind: 'done' }).usage).toBeNull();
    for (const output_tokens of [0.5, -1, NaN, 2 ** 60])
      expect(observe({ kind: 'done', usage: { ...usage, output_tokens } }).usage).toBeNull();
  });

  it('actions of its own are counted by surface, naming the first frames', () => {
    const observed = observe(...Array.from({ length: 100 }, () => ({ kind: 'native_command' as const })), {
      kind: 'file_change',
    });
    expect(observed.native.get('shell')).toMatchObject({ count: 100 });
    expect(observed.native.get('shell')?.frames).toHaveLength(64);
    expect(observed.native.get('file_writes')).toEqual({ surface: 'file_writes', count: 1, frames: [101] });
  });

  it('reported calls are bounded, and the rest is counted', () => {
    const observed = observe(...Array.from({ length: 10_003 }, () => ({ kind: 'bridge_call' as const, tool: 't' })));
    expect(observed.reported).toHaveLength(10_000);
    expect(observed.reportedBeyond).toBe(3);
  });

  describe('an action that is told of when it begins and when it ends', () => {
    const began = { kind: 'native_command', item: 'a', open: true } as const;
    const ended = { kind: 'native_command', item: 'a' } as const;
    const count = (...events: HarnessEvent[]) => observe(...events).native.get('shell')?.count;

    it('counts once, whether it ends or not', () => {
      expect(count(began, began, ended)).toBe(1);
      expect(count(began)).toBe(1);
      expect(count(ended)).toBe(1);
    });

    it('counts again when its id is used again', () => {
      expect(count(began, ended, began, ended, ended)).toBe(3);
    });

    it('counts for each surface it is told of on', () => {
      const observed = observe(began, { kind: 'file_change', item: 'a' });
      expect([...observed.native.values()].map(({ surface, count: n }) => [surface, n])).toEqual([
        ['shell', 1],
        ['file_writes', 1],
      ]);
    });

    it('does not count when it was declined', () => {
      const observed = observe(began, { kind: 'progress', item: 'a', status: 'declined' });
      expect(observed.native.get('shell')).toMatchObject({ count: 0, frames: [] });
      expect(count(began, { kind: 'progress', item: 'a', status: 'failed' })).toBe(1);
      expect(count(ended, { kind: 'progress', item: 'a', status: 'declined' })).toBe(1);
    });
  });

  it('a later word about a call is its status', () => {
    const call = { kind: 'bridge_call', tool: 't', callId: 'c' } as const;
    const status = (...events: HarnessEvent[]) => observe(...events).reported[0]?.status;
    expect(status(call)).toBeNull();
    expect(status(call, { kind: 'progress', callId: 'c', status: 'failed' })).toBe('failed');
    expect(status(call, { kind: 'progress', callId: 'other', status: 'failed' })).toBeNull();
  });

  it('knows of a call that one line calls good and another bad, whichever comes last', () => {
    const call = { kind: 'bridge_call', tool: 't', callId: 'c' } as const;
    const says = (status: string) => ({ kind: 'progress', callId: 'c', status }) as const;
    const saidBoth = (...events: HarnessEvent[]) => observe(call, ...events).reported[0]!.saidBoth;
    expect(saidBoth(says('completed'), says('failed'))).toBe(true);
    expect(saidBoth(says('failed'), says('in_progress'), says('failed'))).toBe(false);
    expect(saidBoth(says('failed'), says('completed'), says('failed'))).toBe(true);
    expect(saidBoth(says('completed'), says('who knows'), says('failed'))).toBe(true);
  });

  it('keeps what a line claimed of a call, whatever is said that claims nothing', () => {
    const call = { kind: 'bridge_call', tool: 't', callId: 'c' } as const;
    const says = (status: string) => ({ kind: 'progress', callId: 'c', status }) as const;
    const status = (...all: string[]) => observe(call, ...all.map(says)).reported[0]!.status;
    expect(status('in_progress', 'waiting')).toBe('waiting');
    expect(status('in_progress', 'completed', 'who knows')).toBe('completed');
    expect(status('completed', 'ok')).toBe('ok');
  });

  it('a conversation that went wrong failed, and one that never came to its end, whatever was printed', () => {
    const after = (end: Parameters<Observation['conclude']>[0], ...events: HarnessEvent[]) => {
      const observed = observe(...events);
      observed.conclude(end);
      return observed.error;
    };
    const done = { kind: 'done' } as const;
    const quota = { kind: 'error', text: 'quota', terminal: true } as const;
    for (const state of ['failed', 'needs_input'] as const) {
      expect(after({ state, reason: 'why', code: null }, done)).toEqual({ text: 'why', terminal: true });
      expect(after({ state, reason: 'why', code: 'c' }, quota)).toEqual({ text: 'quota', terminal: true, code: 'c' });
    }
    expect(after(null, done)).toEqual({
      text: 'The harness went away before its turn was over.',
      terminal: false,
    });
    expect(after(null, quota)).toEqual({ text: 'quota', terminal: true });
    expect(after({ state: 'completed', reason: '', code: null }, done)).toBeNull();
  });

  it('names what began and never ended, surface by surface, and the first frames of it', () => {
    const begin = (kind: 'native_command' | 'web_search', item: string) => ({ kind, item, open: true }) as const;
    const many = Array.from({ length: 70 }, (_, i) => begin('native_command', `c${i}`));
    const observed = observe(begin('web_search', 's'), ...many, { kind: 'native_command', item: 'c0' });
    expect(observed.unresolved()).toEqual([
      { surface: 'web_search', count: 1, frames: [1] },
      { surface: 'shell', count: 69, frames: Array.from({ length: 64 }, (_, i) => i + 3) },
    ]);
    expect(observe().unresolved()).toEqual([]);
    expect(observe({ kind: 'text', text: 'a' }, { kind: 'done' })).toMatchObject({ frames: 2, endedByFrame: true });
    expect(observe({ kind: 'done' }, { kind: 'text', text: 'a' })).toMatchObject({ done: true, endedByFrame: false });
    expect(observe({ kind: 'error' })).toMatchObject({ done: false, endedByFrame: true });
  });

  describe('usage that is told step by step', () => {
    const step = (more: object = {}) => ({ kind: 'usage', adds: true, usage: { ...usage, ...more } }) as const;

    it('is the sum of all steps', () => {
      expect(observe(step(), step({ cached_input_tokens: 1 })).usage).toEqual({
        ...usage,
        input_tokens: 2,
        output_tokens: 4,
      });
    });

    it('is unknown when one of them is, or when it cannot be counted', () => {
      expect(observe(step(), { kind: 'usage', adds: true }, step()).usage).toBeNull();
      expect(observe(step(), step({ input_tokens: 0.5 }), step()).usage).toBeNull();
      expect(observe(step(), step({ input_tokens: Number.MAX_SAFE_INTEGER }), step()).usage).toBeNull();
    });
  });
});
