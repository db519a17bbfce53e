import { fromHex, toHex } from '@runseal/spine';
import type { HeadMemory, RememberedHead } from '@runseal/spine/postgres';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { codeOf } from '../problem/code-of.ts';

/** Name of the file in the data directory. */
export const KEPT_HEAD = 'ledger-head.json';

/** What is remembered of the ledger cannot be read, or what is new cannot be remembered. */
export class KeptHeadError extends Error {
  override readonly name = 'KeptHeadError';
  readonly code: 'ledger_head_unreadable' | 'ledger_head_not_kept';
  constructor(code: KeptHeadError['code'], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const Kept = z.strictObject({
  origin: z.string(),
  size: z.int().positive(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * The newest head of the ledger that was seen, in a file beside the signing key, so that a database that was restored to an
 * earlier time does not go unnoticed. A head of another log (another origin) is none.
 */
export class KeptHead implements HeadMemory {
  private readonly path: string;
  private readonly origin: string;
  constructor(path: string, origin: string) {
    this.path = path;
    this.origin = origin;
  }

  /** Throws KeptHeadError `ledger_head_unreadable`: what cannot be read may not pass for nothing. */
  async last(): Promise<RememberedHead | null> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw this.unreadable(error);
    });
    if (text === null) return null;
    const kept = this.parse(text);
    return kept.origin === this.origin ? { size: kept.size, root: fromHex(kept.root) } : null;
  }

  /**
   * Remembers a head, where it is larger than the one that is remembered. Whole or not at all: throws KeptHeadError
   * `ledger_head_not_kept`, e.g. where the disk is full.
   */
  async keep({ size, root }: RememberedHead): Promise<void> {
    const last = await this.last();
    if (last !== null && last.size >= size) return;
    const partial = `${this.path}.${process.pid}.partial`;
    const kept: z.output<typeof Kept> = { origin: this.origin, size, root: toHex(root) };
    try {
      await writeFile(partial, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
      await rename(partial, this.path);
    } catch (cause) {
      await rm(partial, { force: true }).catch(() => undefined);
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new KeptHeadError('ledger_head_not_kept', `${this.path} cannot be written: ${why}.`, cause);
    }
  }

  private parse(text: string): z.output<typeof Kept> {
    try {
      return Kept.parse(JSON.parse(text));
    } catch (cause) {
      throw this.unreadable(cause);
    }
  }

  private unreadable(cause: unknown): KeptHeadError {
    const what = `${this.path} cannot be read. Restore it, or move it away after you looked why.`;
    return new KeptHeadError('ledger_head_unreadable', what, cause);
  }
}
