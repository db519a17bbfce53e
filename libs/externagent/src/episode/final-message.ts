/** Reads the file a CLI left its final message in. The CLI wrote it and everything around it, so nothing is trusted. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';

/** Longest final message kept, in UTF-16 units. */
export const MAX_FINAL_LENGTH = 1024 * 1024;
/** Read beyond that, so that a secret at the cut is still whole when secrets are taken out. */
const MARGIN_BYTES = 8 * 1024;

/**
 * The text, or null when there is none. A link, a pipe, or a path that leads out of `home` is none: the host reads this
 * file, and it must not be led to read another one.
 */
export async function readFinalMessage(file: string, home: string): Promise<string | null> {
  try {
    const folder = await realpath(dirname(file));
    if (folder !== home && !folder.startsWith(home + sep)) return null;
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return null;
      const buffer = Buffer.allocUnsafe(MAX_FINAL_LENGTH + MARGIN_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      const text = buffer.toString('utf8', 0, bytesRead).trim();
      return text === '' ? null : text;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
