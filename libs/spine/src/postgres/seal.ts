import { signCheckpoint } from '../checkpoint.ts';
import { draftOf } from '../draft.ts';
import type { Hasher } from '../hash.ts';
import type { Signer } from '../keys.ts';
import { Frontier } from '../merkle.ts';
import { mixToPayload } from '../tiers.ts';
import type { TierMix } from '../verdicts.ts';
import { sealBatch } from './append-statement.ts';
import type { Held } from './commit.ts';
import { hasCode } from './error-map.ts';
import { withPatience } from './patience.ts';
import { readHead } from './reads.ts';
import { headOf } from './rows.ts';
import type { Head } from './store.ts';
import { Tip, type Position } from './tip.ts';

export interface Closing {
  readonly position: Position;
  /** Over every event so far. */
  readonly mix: TierMix;
  readonly signer: Signer;
  readonly hasher: Hasher;
  readonly clock: () => bigint;
}

/**
 * Appends provenance.mix, signs the head that includes it and closes the run, in one transaction. A run that is sealed
 * already, by whomever, keeps the seal it has, and that is the answer.
 */
export async function sealRun(held: Held, closing: Closing): Promise<Head> {
  const known = await withPatience(held, () => readHead(held.sql, held.run));
  if (known.state === 'sealed') return known;
  const { position, mix, signer, hasher } = closing;
  const batch = new Tip(held.run, position, closing).add([draftOf('provenance.mix', 'system', mixToPayload(mix))]);
  const root = new Frontier({ size: batch.after.size, nodes: batch.after.nodes }, { hasher }).root();
  const checkpoint = await signCheckpoint({ origin: held.run, root, size: batch.after.size }, signer);
  return withPatience(held, async () => {
    try {
      return headOf(
        await sealBatch(held.sql, held.run, held.fence, batch, { root, checkpoint, mix: JSON.stringify(mix) }),
      );
    } catch (error) {
      if (hasCode(error, 'runseal.sealed')) return readHead(held.sql, held.run);
      throw error;
    }
  });
}
