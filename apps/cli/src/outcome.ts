import type { ExitCode } from './errors.ts';
import type { Block } from './render/screen.ts';

/** What a command hands back. It prints nothing itself: the runner shows either the screen or the document. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** For `--json`: one plain JSON value; at its top, lists may be `MadeList`s. */
  readonly document: unknown;
  /** For people. */
  readonly screen: readonly Block[];
}
