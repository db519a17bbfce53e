import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Bytes of lines that wait for room; what comes beyond is dropped. */
const MOST_WAITING = 1024 * 1024;

/** JSON lines on stderr; stdout is for what a person or a script asked for. Secrets never come near it, and are masked if they do. */
export function loggerOf({ logLevel }: Pick<Config, 'logLevel'>, name: string): Logger {
  const lines = pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING });
  // A log that cannot be written, on a disk that is full, is no reason to let go of runs. The lines are tried again with the next one.
  lines.on('error', () => undefined);
  return pino(
    { name, level: logLevel, redact: ['*.authorization', '*.cookie', '*.key', '*.token', '*.password'] },
    lines,
  );
}
