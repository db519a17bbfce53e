import { existsSync } from 'node:fs';
import { CliError, EXIT } from '../errors.ts';

/** Where a run or a file may be named: what is no file, and cannot be the id of a run, is a file that is missing. */
export function refuseMissing(name: string): void {
  if (existsSync(name) || mayBeRun(name)) return;
  throw new CliError('file_missing', `There is no file ${name}; check the name.`, { exitCode: EXIT.unreadable });
}

/** The id of a run has nothing else in it. */
const mayBeRun = (name: string): boolean => /^[0-9a-zA-Z-]+$/u.test(name);
