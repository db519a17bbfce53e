import { fromHex, toHex } from '@runseal/spine';
import type { WitnessedHead } from '@runseal/spine/ledger';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError, EXIT } from '../errors.ts';
import { systemCode } from '../files/read.ts';

export interface KnownHead extends WitnessedHead {
  /** The head with the log's signature and ours. */
  readonly note: string;
}

/** What a witness must never forget: the last head it cosigned of each log. */
export interface WitnessState {
  last(origin: string): KnownHead | null;
  byHash(originHash: string): KnownHead | null;
  /** On disk, whole, when it returns. Throws when it is not. */
  keep(origin: string, head: KnownHead): Promise<void>;
  /** Lets go of the file. */
  close(): void;
}

const FORMAT = 'runseal-witness/1';

/**
 * Opens the state, alone: a second process on the same file is refused. A file that cannot be read is never replaced by
 * an empty one, for a witness without memory would cosign anything.
 */
export function openState(path: string): WitnessState {
  const unlock = lock(`${path}.lock`);
  try {
    const heads = existsSync(path) ? parseState(readFileSync(path, 'utf8'), path) : new Map<string, KnownHead>();
    if (!existsSync(path)) write(path, heads);
    return {
      last: (origin) => heads.get(origin) ?? null,
      byHash: (hash) => [...heads].find(([origin]) => hashOf(origin) === hash)?.[1] ?? null,
      keep(origin, head) {
        write(path, new Map([...heads, [origin, head]]));
        heads.set(origin, head);
        return Promise.resolve();
      },
      close: unlock,
    };
  } catch (cause) {
    unlock();
    if (cause instanceof CliError) throw cause;
    throw problem('witness_state_unusable', `The state ${path} cannot be used (${systemCode(cause)}).`, cause);
  }
}

/** Lower-case hex of SHA-256 over the origin, as the address of a log's checkpoint has it. */
const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex');

function parseState(text: string, path: string): Map<string, KnownHead> {
  try {
    const { format, logs } = JSON.parse(text) as { format: string; logs: Record<string, Record<string, unknown>> };
    if (format !== FORMAT) throw new TypeError('another format');
    return new Map(
      Object.entries(logs).map(([origin, { size, root, note }]) => {
        if (!Number.isSafeInteger(size) || typeof root !== 'string' || typeof note !== 'string' || root.length !== 64)
          throw new TypeError('not a head');
        return [origin, { size: size as number, root: fromHex(root), note }];
      }),
    );
  } catch (cause) {
    throw problem(
      'witness_state_damaged',
      `${path} is not the state of a witness. Restore it; without it, begin anew with another key.`,
      cause,
    );
  }
}

function write(path: string, heads: ReadonlyMap<string, KnownHead>): void {
  const logs = Object.fromEntries(
    [...heads].map(([o, { size, root, note }]) => [o, { size, root: toHex(root), note }]),
  );
  const draft = `${path}.part`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify({ format: FORMAT, logs }, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function lock(path: string): () => void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (cause) {
      if (systemCode(cause) !== 'EEXIST')
        throw problem('witness_state_unusable', `${path} cannot be written (${systemCode(cause)}).`, cause);
      if (attempt > 0 || isAlive(Number(readFileSync(path, 'utf8'))))
        throw problem('witness_state_locked', `Another witness uses this state (${path}). Stop it first.`, cause);
      // Whoever held it is gone without letting go.
      rmSync(path, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (cause) {
    return systemCode(cause) === 'EPERM';
  }
}

const problem = (code: string, message: string, cause: unknown): CliError =>
  new CliError(code, message, { exitCode: EXIT.unreadable, cause });
