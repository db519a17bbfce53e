/** What must hold of the ledger after any fault: the run is in it once, under heads that tell one history, and witnessed. */
import { rootOf, toHex } from '@runseal/spine';
import type { Lane } from './lane.ts';

/** Points of the ledger's own; the rest of them are passed by an episode. */
export const ofLedger = (point: string): boolean => /(writing the ledger|the witnesses|a cosignature) #/.test(point);

/** The run's seal is in the log, and a witness has signed a head over it. */
export async function isWitnessed({ sql }: Lane, run: string): Promise<boolean> {
  const rows = await sql`
    select 1 from spine.ledger_entry e
    where e.subject = ${run} and e.kind = 'run.sealed'
      and exists (select 1 from spine.ledger_cosignature c where c.size > e.index) limit 1`.catch(() => []);
  return rows.length > 0;
}

export async function judgeLedger(lane: Lane, run: string): Promise<string[]> {
  return [...(await entriesOf(lane, run)), ...(await headsOver(lane, run)), ...(await leftOver(lane, run))];
}

async function entriesOf({ sql }: Lane, run: string): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`
    select kind from spine.ledger_entry where subject = ${run} order by index`;
  const kinds = rows.map(({ kind }) => kind).join(', ');
  return kinds === 'run.opened, run.sealed' ? [] : [`the ledger has of the run: ${kinds || 'nothing'}`];
}

/** Every head signed since the run was opened, against the entries it covers. */
async function headsOver({ sql }: Lane, run: string): Promise<string[]> {
  const rows = await sql<{ index: string; leaf: Buffer }[]>`select index, leaf from spine.ledger_entry order by index`;
  const leaves = rows.map(({ leaf }) => new Uint8Array(leaf));
  const heads = await sql<{ size: string; root: Buffer }[]>`
    select size, root from spine.ledger_head
    where size > (select min(index) from spine.ledger_entry where subject = ${run}) order by size`;
  const holes = rows.some(({ index }, at) => Number(index) !== at);
  return [
    ...(holes ? ['the ledger has holes'] : []),
    ...heads
      .filter(({ size, root }) => toHex(rootOf(leaves.slice(0, Number(size)))) !== root.toString('hex'))
      .map(({ size }) => `the head of ${size} entries is of another history`),
  ];
}

async function leftOver({ sql }: Lane, run: string): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`select kind from spine.ledger_pending where run = ${run}`;
  return rows.map(({ kind }) => `${kind} still waits for the ledger`);
}
