import { decodeEvent, toHex } from '@runseal/spine';
import type { StoredEvent } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { EventView } from '../wire/run.ts';
import { payloadJson } from './payload-json.ts';

/** One stored event, read from its canonical bytes, never from the columns beside them. */
export function eventView({ seq, canonical, leaf, link, tier }: StoredEvent): z.output<typeof EventView> {
  const { type, actor, time, principal, payload } = decodeEvent(canonical);
  return {
    seq,
    type,
    tier,
    actor,
    time: time.toString(),
    principal: principal ?? null,
    payload: payloadJson(payload),
    leaf: toHex(leaf),
    link: toHex(link),
    canonical: Buffer.from(canonical).toString('base64'),
  };
}
