import { parsePins, pinsFile, type Pins } from '@runseal/spine/ledger';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliError, EXIT } from '../errors.ts';
import { replaceFile } from './write.ts';

/** The pins of this reader, and the file they are in. */
export interface KeptPins {
  readonly file: string;
  all(): Pins;
  /** Replaces what is kept. */
  keep(pins: Pins): Promise<void>;
}

/** A file that cannot be read is never taken for an empty one. */
export async function openPins(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<KeptPins> {
  const file = asked ?? env['RUNSEAL_PINS'] ?? join(configFolder(env), 'runseal', 'pins.json');
  let kept = existsSync(file) ? await readPins(file) : {};
  return {
    file,
    all: () => kept,
    async keep(pins) {
      kept = pins;
      await replaceFile(file, pinsFile(pins));
    },
  };
}

const configFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  env['XDG_CONFIG_HOME'] || join(homedir(), '.config');

async function readPins(file: string): Promise<Pins> {
  const pins = parsePins(await readFile(file, 'utf8').catch(() => ''));
  if (pins === null)
    throw new CliError(
      'pins_damaged',
      `${file} does not hold pinned heads. Restore it, or name another file with --pins.`,
      { exitCode: EXIT.unreadable },
    );
  return pins;
}
