/** What somebody with the superuser's password can do to a run: everything. */
import {
  encodeEvent,
  Frontier,
  GENESIS_LINK,
  leafHash,
  linkHash,
  signCheckpoint,
  tierOf,
  type SpineEvent,
} from '@runseal/spine';
import { mixOf, mixToPayload } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Sql } from '@runseal/spine/postgres';
import type { House } from './house.ts';

/** Switches off everything the database has against a change of history: triggers and constraints. */
export async function breakIn(admin: Sql): Promise<void> {
  await admin.unsafe(`
    do $$
    declare
      t record;
    begin
      for t in
        select c.conrelid::regclass as relation, c.conname as name from pg_constraint c
        where c.connamespace = 'spine'::regnamespace and c.contype in ('c', 'f') and c.conrelid <> 0
      loop
        execute format('alter table %s drop constraint %I', t.relation, t.name);
      end loop;
      for t in
        select g.tgrelid::regclass as relation, g.tgname as name from pg_trigger g
        join pg_class c on c.oid = g.tgrelid
        where c.relnamespace = 'spine'::regnamespace and not g.tgisinternal and (g.tgname like 'refuse%' or g.tgname like 'guard%')
      loop
        execute format('drop trigger %I on %s', t.name, t.relation);
      end loop;
    end
    $$`);
}

/** Puts other events in the place of a run's, and mends all that can be mended without a key: seqs, hashes, columns, head. */
export async function rewrite(
  { admin }: House,
  run: string,
  events: readonly SpineEvent[],
): Promise<{ root: Uint8Array }> {
  const frontier = new Frontier(undefined, { hasher: nodeHasher });
  let link = GENESIS_LINK;
  await admin`delete from spine.event where run = ${run}`;
  for (const [i, event] of events.entries()) {
    const seq = i + 1;
    const canonical = encodeEvent({ ...event, seq });
    const leaf = leafHash(canonical, nodeHasher);
    link = linkHash(link, leaf, nodeHasher);
    frontier.append(leaf);
    const call = event.payload['call'];
    await admin`
      insert into spine.event (run, seq, canonical, leaf, link, type, tier, time_ns, call)
      values (${run}, ${seq}, ${Buffer.from(canonical)}, ${Buffer.from(leaf)}, ${Buffer.from(link)},
        ${event.type}, ${tierOf(event.type)}, ${event.time.toString()}, ${typeof call === 'number' ? call : null})`;
  }
  const root = frontier.root();
  await admin`
    update spine.head set size = ${events.length}, link = ${Buffer.from(link)}, root = ${Buffer.from(root)},
      frontier = ${Buffer.concat(frontier.state.nodes)} where run = ${run}`;
  return { root };
}

/** Rewrites the run as `events` with an honest count at its end, and signs that with the stolen key. */
export async function rewriteAndSign(house: House, run: string, events: readonly SpineEvent[]): Promise<void> {
  const last = events.at(-1)!;
  const mix = mixOf(events);
  const closing: SpineEvent = {
    ...last,
    seq: events.length + 1,
    type: 'provenance.mix',
    actor: 'system',
    payload: mixToPayload(mix),
  };
  const whole = [...events, closing];
  const { root } = await rewrite(house, run, whole);
  const checkpoint = await signCheckpoint({ origin: run, root, size: whole.length }, house.signer);
  await house.admin`
    update spine.head set checkpoint = ${Buffer.from(checkpoint)}, mix = ${JSON.stringify(mix)}::text::jsonb where run = ${run}`;
}

/** Removes the newest heads of the ledger with all that they brought, as though no more had ever been written. Answers its size. */
export async function rewindLedger({ admin }: House, heads: number): Promise<number> {
  const [older] = await admin<
    { size: string }[]
  >`select size from spine.ledger_head order by size desc offset ${heads} limit 1`;
  const size = Number(older?.size ?? 0);
  await admin.begin(async (tx) => {
    await tx`delete from spine.ledger_cosignature where size > ${size}`;
    await tx`delete from spine.ledger_head where size > ${size}`;
    await tx`delete from spine.ledger_entry where index >= ${size}`;
    await tx`delete from spine.ledger_subtree where (index + 1) * (2 ^ level) > ${size}`;
  });
  return size;
}
