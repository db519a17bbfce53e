/** Exit codes of every command (DESIGN 7). */
export const EXIT = {
  /** Done; every verdict printed passes. */
  ok: 0,
  /** A verdict fails, a vector misses, or the run that was waited for did not complete. */
  failed: 1,
  /** Wrong usage: the command line, or a goal the server refuses. */
  usage: 2,
  /** Nothing fails, but a protection is absent or weak. */
  unprotected: 3,
  /** A file or the server could not be read. */
  unreadable: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Every failure this program explains. `code` is stable; the message says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exitCode: ExitCode;
  /** Which fields were wrong, where the server named them. */
  readonly fields: readonly { readonly path: string; readonly message: string }[];

  constructor(
    code: string,
    message: string,
    options: { exitCode: ExitCode; cause?: unknown; fields?: readonly { path: string; message: string }[] },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.exitCode = options.exitCode;
    this.fields = options.fields ?? [];
  }
}
