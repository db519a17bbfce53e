/** What postgres.js and Postgres say when the database cannot be reached, is starting or is going down. */
const AWAY = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  'runseal.store_unavailable',
]);

/** System errors that mean the database only when a socket raised them, not a file. */
const SOCKET_ONLY = new Set(['ENOENT', 'EPIPE']);

/** True when the error, or what caused it, says that the database is away rather than that the question was wrong. */
export function isStoreAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 8; depth++) {
    const { code, syscall, cause } = at as { code?: unknown; syscall?: unknown; cause?: unknown };
    if (
      typeof code === 'string' &&
      AWAY.has(code) &&
      (!SOCKET_ONLY.has(code) || syscall === 'connect' || syscall === 'write')
    )
      return true;
    at = cause;
  }
  return false;
}
