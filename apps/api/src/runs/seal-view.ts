import type { SpineStore } from '@runseal/spine/postgres';
import { readCheckpoint } from '@runseal/spine';
import type { z } from 'zod';
import type { Seal } from '../wire/run.ts';

export type SealOf = z.output<typeof Seal>;
type Head = Awaited<ReturnType<SpineStore['head']>>;

/** The seal as clients read it; null while the run is open. */
export function sealOf(head: Head): SealOf | null {
  const { root, checkpoint, mix, sealedAt } = head;
  if (root === null || checkpoint === null || mix === null || sealedAt === null) return null;
  const { keyId, origin } = readCheckpoint(checkpoint);
  const sealed = { keyId: keyId ?? '', origin };
  return {
    root: Buffer.from(root).toString('hex'),
    size: head.size,
    ...sealed,
    sealedAt: sealedAt.toISOString(),
    mix: { ...mix, tiers: { ...mix.tiers }, types: { ...mix.types } },
  };
}
