import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../package.json') as { version: string };

/** Version of this program. */
export const VERSION = manifest.version;
