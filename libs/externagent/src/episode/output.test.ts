import { PassThrough } from 'node:stream';
import type { Exit } from '@runseal/dispatch';
import { parseReferenceLine } from '../adapters/reference/parse.ts';
import type { ReadFrame } from '../frames/read.ts';
import { until } from '../testing/wait.ts';
import { Observation } from './observation.ts';
import { followOutput, type OutputLimits } from './output.ts';
import type { StopCause } from './stop.ts';

const gone: Exit = { code: 0, signal: null, killed: false, survivors: 0 };

describe('following a program’s output', () => {
  const follow = (
    limits: Partial<OutputLimits>,
    write: (reads: readonly ReadFrame[]) => Promise<void>,
    exited: Promise<Exit>,
  ) => {
    const stdout = new PassThrough();
    const stops: StopCause[] = [];
    const observed = new Observation();
    const stop = { now: (cause: StopCause) => void stops.push(cause) };
    const end = followOutput({
      stdout,
      exited,
      adapter: { parse: parseReferenceLine },
      observed,
      recorder: { write },
      stop,
      limits,
    });
    return { stdout, stops, end, observed };
  };
  const instantly = () => Promise.resolve();
  const never = new Promise<Exit>(() => undefined);

  it('gives up a pipe that somebody holds open after the program is gone', async () => {
    const { stdout, end } = follow({ drainMs: 20 }, instantly, Promise.resolve(gone));
    stdout.write('{"type":"done"}\n{"type":');
    expect(await end).toEqual({ frames: 2, whole: false });
  });

  it('does not give it up while frames are still being recorded', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const written: number[] = [];
    const { stdout, end } = follow(
      { drainMs: 20 },
      async (reads) => {
        if (written.length === 0) await held;
        written.push(reads.length);
      },
      Promise.resolve(gone),
    );
    stdout.write('{"type":"text","text":"a"}\n');
    const patience = performance.now() + 100;
    await until('well beyond the drain time', () => performance.now() > patience);
    stdout.end('{"type":"done"}\n');
    release();
    expect(await end).toEqual({ frames: 2, whole: true });
  });

  it('sees off a program that stays after it said that it was done', async () => {
    const { stdout, stops, end } = follow({ lingerMs: 10 }, instantly, never);
    stdout.write('{"type":"done"}\n');
    await until('it is told to stop', () => stops.length > 0);
    stdout.end();
    await end;
    expect(stops).toEqual(['lingering']);
  });

  it('stops a program that prints without end, and still reads what it printed', async () => {
    const { stdout, stops, end, observed } = follow({ maxFrames: 10 }, instantly, never);
    stdout.end('x\n'.repeat(11));
    expect(await end).toEqual({ frames: 11, whole: true });
    expect(stops).toContain('flooding');
    expect(observed.frames).toBe(11);
  });
});
