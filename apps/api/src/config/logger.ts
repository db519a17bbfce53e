import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

/** JSON lines on stderr; stdout is for what a person or a script asked for. Secrets never come near it, and are masked if they do. */
export function loggerOf({ logLevel }: Pick<Config, 'logLevel'>, name: string): Logger {
  return pino(
    { name, level: logLevel, redact: ['*.authorization', '*.cookie', '*.key', '*.token', '*.password'] },
    pino.destination({ dest: 2, sync: true }),
  );
}
