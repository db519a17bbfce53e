/** Codes of the embedded server. A code, once shipped, keeps its meaning. */
export type ServerCode =
  | 'runseal.postgres_account'
  | 'runseal.postgres_binaries'
  | 'runseal.postgres_busy'
  | 'runseal.postgres_data_dir'
  | 'runseal.postgres_disk_full'
  | 'runseal.postgres_failed'
  | 'runseal.postgres_port_in_use'
  | 'runseal.postgres_version_mismatch';

/** Every error the embedded server throws on purpose: a stable code, and a sentence that says what to do. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: ServerCode;

  constructor(code: ServerCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}

/** Names the cause of a failed initdb or server from what it printed. */
export function failureOf(what: string, printed: string, cause?: unknown): ServerError {
  const tail = printed.trim().split('\n').slice(-8).join('\n');
  const options = cause === undefined ? {} : { cause };
  if (/No space left on device|Disk quota exceeded/i.test(printed)) {
    return new ServerError(
      'runseal.postgres_disk_full',
      `${what} stopped because the disk is full. Free some space and start again; nothing acknowledged is lost.\n${tail}`,
      options,
    );
  }
  if (/Address already in use|could not create any TCP\/IP sockets|could not bind/i.test(printed)) {
    return new ServerError(
      'runseal.postgres_port_in_use',
      `${what} found its port taken. Stop the other program or choose another port.\n${tail}`,
      options,
    );
  }
  return new ServerError('runseal.postgres_failed', `${what} failed. It printed:\n${tail || '(nothing)'}`, options);
}
