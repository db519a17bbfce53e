import { resolve } from 'node:path';

/** The project's own folder. */
export const ROOT = resolve(import.meta.dirname, '..');
