import { SingleBar, Presets } from 'cli-progress';
import type { Context, Progress } from './context.ts';
import type { Io } from './io.ts';

const SILENT: Progress = { advance: () => undefined, stop: () => undefined };

/** Progress bars on stderr, only where a person is looking. */
export function progressOn(io: Io, json: boolean): Context['progress'] {
  return (label, total) => {
    if (json || io.stderr.isTTY !== true || total <= 0) return SILENT;
    const bar = new SingleBar(
      { format: `${label} {bar} {percentage}%`, hideCursor: true, clearOnComplete: true },
      Presets.shades_classic,
    );
    bar.start(total, 0);
    return { advance: (by) => bar.increment(by), stop: () => bar.stop() };
  };
}
