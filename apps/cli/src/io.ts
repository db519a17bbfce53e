/** Where a command reads and writes; the process in life, buffers in tests. */
export interface Io {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted on Ctrl-C, SIGTERM, and when nobody reads stdout any more. */
  readonly signal: AbortSignal;
}

export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Whether colours may be written to a sink: a terminal, and neither NO_COLOR nor a dumb terminal. */
export function wantsColour(sink: Sink, env: Io['env']): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  return sink.isTTY === true && env['TERM'] !== 'dumb';
}
