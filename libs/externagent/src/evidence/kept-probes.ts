/** Findings on disk, a file each. The folder is the operator's own; a file that cannot be read is a finding not made yet. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeDigest } from './code-digest.ts';
import type { ProbedProfile, ProbeKey } from './probed-profile.ts';

export interface KeptProbes {
  read(key: ProbeKey): Promise<ProbedProfile | null>;
  /** A folder that cannot be written costs the next process another trial, and nothing else. */
  write(key: ProbeKey, probed: ProbedProfile): Promise<void>;
}

export function keptProbes(folder: string | null): KeptProbes {
  const memory = new Map<string, ProbedProfile>();
  return {
    async read(key) {
      const name = await nameOf(key);
      const known = memory.get(name);
      if (known !== undefined || folder === null) return known ?? null;
      const found = await readFile(join(folder, name), 'utf8').then(parsed, () => null);
      if (
        found === null ||
        found.binarySha256 !== key.binarySha256 ||
        found.profile !== key.profile ||
        found.way !== key.way
      )
        return null;
      memory.set(name, found);
      return found;
    },
    async write(key, probed) {
      const name = await nameOf(key);
      memory.set(name, probed);
      if (folder === null) return;
      const draft = join(folder, `.${name}.${randomUUID()}`);
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => writeFile(draft, `${JSON.stringify(probed, null, 1)}\n`, { mode: 0o600, flag: 'wx' }))
        .then(() => rename(draft, join(folder, name)))
        .catch(() => undefined);
    },
  };
}

async function nameOf({ adapter, adapterVersion, profile, way, binarySha256, level }: ProbeKey): Promise<string> {
  const facts = [await codeDigest(), adapter, adapterVersion, profile, way, binarySha256, level];
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return `${adapter}-${profile}-${way}-${digest.slice(0, 32)}.json`;
}

const Kept = z.strictObject({
  adapter: z.string(),
  adapterVersion: z.string(),
  profile: z.string(),
  way: z.enum(['gateway', 'provider']),
  binarySha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  found: z.record(z.string(), z.enum(['denied', 'contained', 'bridged', 'open', 'unknown', 'not_tried'])),
  broken: z.array(z.string()),
  offered: z.array(z.string()),
  complete: z.literal(true),
  reason: z.string(),
});

function parsed(text: string): ProbedProfile | null {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
