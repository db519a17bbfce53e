/** Follows a program's stdout to its end: split, read, noted, recorded, with back-pressure all the way. */
import type { Readable } from 'node:stream';
import type { Exit } from '@runseal/dispatch';
import type { Adapter } from '../adapter.ts';
import { readFrame, type ReadFrame } from '../frames/read.ts';
import { FrameSplitter, type Frame } from '../frames/split.ts';
import type { FramesRecorder } from '../record/frames-recorder.ts';
import type { Observation } from './observation.ts';
import type { Stop } from './stop.ts';

export interface OutputLimits {
  /** Most lines and bytes of one episode; a CLI that prints more is stopped. */
  readonly maxFrames: number;
  readonly maxBytes: number;
  /** Milliseconds a program may stay once it said that it was done. */
  readonly lingerMs: number;
  /** Milliseconds without output after the exit until a pipe that somebody still holds is given up. */
  readonly drainMs: number;
}

const DEFAULT_LIMITS: OutputLimits = {
  maxFrames: 200_000,
  maxBytes: 1024 * 1024 * 1024,
  lingerMs: 10_000,
  drainMs: 2_000,
};

export interface OutputOptions {
  readonly stdout: Readable;
  readonly exited: Promise<Exit>;
  readonly adapter: Pick<Adapter, 'parse'>;
  readonly observed: Observation;
  readonly recorder: Pick<FramesRecorder, 'write'>;
  readonly stop: Pick<Stop, 'now'>;
  /** Told of each frame once it was handed to the recorder. */
  readonly heard?: (read: ReadFrame) => void;
  readonly limits?: Partial<OutputLimits>;
}

export interface OutputEnd {
  /** Frames counted, blank ones included. */
  readonly frames: number;
  /** False when the stream was given up before its end. */
  readonly whole: boolean;
}

/** Never rejects. */
export async function followOutput(options: OutputOptions): Promise<OutputEnd> {
  const { stdout, observed, recorder, stop } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const splitter = new FrameSplitter();
  let frames = 0;
  let bytes = 0;
  let linger: NodeJS.Timeout | undefined;
  const take = async (completed: readonly Frame[]) => {
    frames += completed.length;
    const reads = completed
      .map((frame) => readFrame(frame, options.adapter))
      .filter((read): read is ReadFrame => read !== null);
    for (const read of reads) observed.note(read);
    await recorder.write(reads);
    for (const read of reads) options.heard?.(read);
    if (observed.done) linger ??= setTimeout(() => stop.now('lingering'), limits.lingerMs);
    if (frames > limits.maxFrames || bytes > limits.maxBytes) stop.now('flooding');
  };

  const idle = giveUpWhenIdle(stdout, options.exited, limits.drainMs);
  let whole = true;
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      idle.busy();
      bytes += chunk.length;
      await take(splitter.push(chunk));
      idle.waiting();
    }
  } catch {
    whole = false;
  }
  await take(splitter.end());
  idle.release();
  clearTimeout(linger);
  return { frames, whole };
}

/** Somebody the program left behind may hold its stdout open for ever; time spent on recording does not count. */
function giveUpWhenIdle(stdout: Readable, exited: Promise<Exit>, drainMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let gone = false;
  let idle = true;
  const arm = () => {
    clearTimeout(timer);
    if (gone && idle) timer = setTimeout(() => stdout.destroy(), drainMs);
  };
  void exited.then(() => {
    gone = true;
    arm();
  });
  const set = (now: boolean) => () => {
    idle = now;
    arm();
  };
  return { busy: set(false), waiting: set(true), release: set(false) };
}
