import fs from 'node:fs';
import path from 'node:path';

const PLACES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Absolute path of a program of the host, by PATH and the usual places; null when it is not installed. */
export function findProgram(name: string): string | null {
  const places = [...(process.env.PATH ?? '').split(':').filter((place) => place.startsWith('/')), ...PLACES];
  return places.map((place) => path.join(place, name)).find(isExecutable) ?? null;
}

export function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
