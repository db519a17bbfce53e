/** Why a start or a demo cannot go on. Codes, once shipped, keep their meaning. */
export type FailureCode =
  | 'already_running'
  | 'data_dir_unusable'
  | 'database_unreachable'
  | 'disk_full'
  | 'not_built'
  | 'port_in_use'
  | 'service_died'
  | 'service_not_ready'
  | 'setting_invalid'
  | 'welcome_failed';

/** A failure a person can act on: a stable code, one sentence, and the end of the log that explains it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly tail: string;

  constructor(code: FailureCode, message: string, options: { tail?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.tail = options.tail ?? '';
  }
}

/** What the system says where a file cannot be written, as what it means here. */
function ofSystem(error: Error): Failure | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('disk_full', `The disk is full: ${error.message}. Make room where RUNSEAL_DATA_DIR is.`);
  if (code === 'EROFS')
    return new Failure('data_dir_unusable', `${error.message}. Make it writable, or set RUNSEAL_DATA_DIR.`);
  return null;
}

/** One sentence and the code of anything that was thrown, with the end of the log before it. */
export function explain(cause: unknown): string {
  const thrown = cause instanceof Error ? cause : new Error(String(cause));
  const error = ofSystem(thrown) ?? thrown;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unexpected';
  const tail = error instanceof Failure && error.tail !== '' ? `${error.tail}\n` : '';
  return `${tail}✗ ${error.message} (${code})`;
}
