import type { Recorder } from '@runseal/spine';
import type { Dial } from './dial.ts';
import type { Resolve } from './resolve.ts';

export interface EgressOptions {
  /** At least one host, as {@link readHostList} reads them. */
  readonly allow: readonly string[];
  readonly recorder: Recorder;
  /** The record cannot be written: nothing goes out any more, and the run must stop. */
  readonly onFatal: (error: unknown) => void;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
}
