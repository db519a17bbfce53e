import { completionOf, endingOf, type EndFacts } from './verdict.ts';

const facts = (more: Partial<EndFacts> = {}): EndFacts => ({
  exit: { code: 0, signal: null, killed: false, survivors: 0 },
  stop: null,
  observed: { done: true, endedByFrame: true, error: null, lastText: 'ok' },
  conformant: true,
  timeoutMs: 1000,
  haltReason: null,
  stderr: '',
  ...more,
});
const exited = (code: number | null, signal: NodeJS.Signals | null = null, killed = false) => ({
  code,
  signal,
  killed,
  survivors: 0,
});
const silent = { done: false, endedByFrame: false, error: null, lastText: null };
const errorFrame = { done: false, endedByFrame: true, error: { text: 'quota', terminal: true }, lastText: null };

const named = { text: 'no such thread', terminal: true, code: 'session_error' };

describe('the end of an episode', () => {
  it('is a success only when nothing speaks against it', () => {
    expect(endingOf(facts())).toEqual({ finished: 'completed', error: null, errorClass: null });
  });

  it.each<[string, Partial<EndFacts>, string]>([
    ['a halt outranks everything', { haltReason: 'stop', stop: 'timed_out', observed: errorFrame }, 'run_halted'],
    ['another conversation is a failure, however well it ended', { stop: 'foreign_thread' }, 'session_error'],
    ['a full home is a failure', { stop: 'home_full' }, 'home_full'],
    ['a time-out outranks what it said', { stop: 'timed_out', observed: errorFrame }, 'timed_out'],
    ['an error event outranks exit code 0', { observed: errorFrame }, 'harness_failed'],
    ['an exit code outranks the probe', { exit: exited(3), conformant: false }, 'harness_failed'],
    ['a probe that never came back fails a good end', { conformant: false }, 'conformance_failed'],
    ['too much output is a failure', { stop: 'flooding' }, 'output_flood'],
    ['a program that was replaced is a failure', { stop: 'other_program' }, 'harness_changed'],
    ['a record that was lost outranks what it said', { stop: 'record_lost', observed: errorFrame }, 'recorder_failed'],
    ['a stop that nobody gave a reason for is that of a lost record', { stop: 'halted' }, 'recorder_failed'],
    ['an error event keeps the name it has', { observed: { ...errorFrame, error: named } }, 'session_error'],
    [
      'a probe that never came back fails what had to be seen off',
      { stop: 'lingering', conformant: false },
      'conformance_failed',
    ],
    ['a signal is a failure', { exit: exited(null, 'SIGSEGV') }, 'harness_failed'],
  ])('%s', (_title, more, errorClass) => {
    expect(endingOf(facts(more)).errorClass).toBe(errorClass);
  });

  it('takes the error event’s words over the exit code’s', () => {
    expect(endingOf(facts({ observed: errorFrame, exit: exited(1), stderr: 'noise' })).error).toBe('quota');
  });

  it('says on failure what stderr said last', () => {
    expect(endingOf(facts({ exit: exited(2), observed: silent, stderr: 'no such config' })).error).toMatch(
      /code 2: no such config/,
    );
  });

  it('says how it ended where nothing else does, and the end of what it says at length', () => {
    const said = (more: Partial<EndFacts>) => endingOf(facts({ observed: silent, ...more })).error;
    expect(said({ exit: exited(2) })).toBe('The harness exited with code 2 without saying why.');
    expect(said({ exit: exited(null, 'SIGSEGV') })).toBe('The harness was ended by SIGSEGV without saying why.');
    expect(said({ exit: exited(null), stderr: 'x' })).toBe('The harness was ended by an unknown signal: x');
    const long = said({ exit: exited(1), stderr: `${'x'.repeat(3000)}the last word` })!;
    expect([long.length, long[0], long.endsWith('xthe last word')]).toEqual([2001, '…', true]);
    expect(said({ exit: exited(1), stderr: '\ud83d\ude00'.repeat(1001) })!.isWellFormed()).toBe(true);
  });

  it('does not hold it against a program that it had to be seen off after it was done', () => {
    expect(endingOf(facts({ stop: 'lingering', exit: exited(null, 'SIGKILL', true) })).finished).toBe('completed');
  });

  it.each<[string, Partial<EndFacts>, string]>([
    ['terminal_frame', {}, 'a done frame'],
    ['terminal_frame', { observed: errorFrame, exit: exited(1) }, 'an error as the last word'],
    ['killed', { observed: silent, stop: 'flooding' }, 'our stop, however it exited'],
    ['killed', { observed: silent, exit: exited(null, 'SIGKILL', true) }, 'a kill without a stop'],
    ['terminal_frame', { observed: { ...silent, done: true } }, 'a done frame that was not the last'],
    ['killed', { observed: silent, stop: 'halted', exit: exited(null, 'SIGKILL', true) }, 'our kill'],
    ['signal', { observed: silent, exit: exited(null, 'SIGSEGV') }, 'a signal of its own'],
    ['inferred', { observed: { ...silent, lastText: 'all done' } }, 'text and exit code 0'],
    ['exit_code', { observed: silent }, 'exit code 0 alone'],
    ['exit_code', { observed: { ...silent, lastText: 'half' }, exit: exited(1) }, 'a failing exit code'],
  ])('is known as %s from %#', (completion, more) => {
    expect(completionOf(facts(more))).toBe(completion);
  });
});
