/** Attacks on the events of one run, by somebody without the key. */
import { encodeEvent, type SpineEvent } from '@runseal/spine';
import type { Attack } from './attack.ts';
import type { House, Victim } from './house.ts';
import { rewrite } from './superuser.ts';

const ROOT = { verdict: 'integrity', code: 'record.root_mismatch' } as const;
const SIZE = { verdict: 'integrity', code: 'record.size_mismatch' } as const;

export const ON_EVENTS: readonly Attack[] = [
  {
    name: 'edit',
    does: 'other bytes in one event, its hashes left as they are',
    needs: 'record',
    async strike(house, victim, random) {
      const seq = random.between(1, victim.events.length);
      await setBytes(house, victim.run, seq, encodeEvent(edited(victim.events[seq - 1]!, random.between(1, 1e9))));
      return [
        { eye: 'record', ...ROOT, seq },
        { eye: 'kept leaves', ...ROOT, seq },
        { eye: 'audit', code: 'runseal.event_mismatch', seq, column: 'leaf' },
      ];
    },
  },
  {
    name: 'edit, mended',
    does: 'other bytes in one event; leaf, links, columns, head and root made to fit them',
    needs: 'record',
    async strike(house, victim, random) {
      const seq = random.between(1, victim.events.length);
      const forged = victim.events.map((event, i) => (i === seq - 1 ? edited(event, random.between(1, 1e9)) : event));
      await rewrite(house, victim.run, forged);
      return [{ eye: 'record', ...ROOT }, { eye: 'kept leaves', ...ROOT, seq }, SIGNED_DIFFERS];
    },
  },
  {
    name: 'delete',
    does: 'one event removed',
    needs: 'record',
    async strike({ admin }, { run, events }, random) {
      const seq = random.between(1, events.length - 1);
      await admin`delete from spine.event where run = ${run} and seq = ${seq}`;
      return [
        { eye: 'export', code: 'runseal.store_damaged', seq },
        { eye: 'audit', code: 'runseal.event_missing', seq },
      ];
    },
  },
  {
    name: 'delete, mended',
    does: 'one event removed, those behind it renumbered, all hashes and the head made to fit',
    needs: 'record',
    async strike(house, victim, random) {
      const seq = random.between(1, victim.events.length - 1);
      await rewrite(
        house,
        victim.run,
        victim.events.filter((_, i) => i !== seq - 1),
      );
      return [{ eye: 'record', ...SIZE }, { eye: 'kept leaves', ...SIZE, seq }, SIGNED_DIFFERS];
    },
  },
  {
    name: 'swap',
    does: 'the bytes of two events exchanged',
    needs: 'record',
    async strike(house, victim, random) {
      const [first, second] = twoPlaces(victim, random);
      await setBytes(house, victim.run, first, encodeEvent(victim.events[second - 1]!));
      await setBytes(house, victim.run, second, encodeEvent(victim.events[first - 1]!));
      return [
        { eye: 'record', verdict: 'integrity', code: 'chain.non_monotonic_seq', seq: first },
        { eye: 'kept leaves', verdict: 'integrity', code: 'chain.non_monotonic_seq', seq: first },
        { eye: 'audit', code: 'runseal.event_mismatch', seq: first, column: 'seq' },
      ];
    },
  },
  {
    name: 'swap, mended',
    does: 'two events exchanged and renumbered, all hashes made to fit',
    needs: 'record',
    async strike(house, victim, random) {
      const [first, second] = twoPlaces(victim, random);
      const forged = [...victim.events];
      forged[first - 1] = victim.events[second - 1]!;
      forged[second - 1] = victim.events[first - 1]!;
      await rewrite(house, victim.run, forged);
      return [{ eye: 'record', ...ROOT }, { eye: 'kept leaves', ...ROOT, seq: first }, SIGNED_DIFFERS];
    },
  },
  {
    name: 'insert',
    does: 'an event put between two others, those behind it renumbered, all hashes made to fit',
    needs: 'record',
    async strike(house, victim, random) {
      const seq = random.between(2, victim.events.length);
      const added = edited(victim.events[seq - 2]!, random.between(1, 1e9));
      await rewrite(house, victim.run, victim.events.toSpliced(seq - 1, 0, added));
      return [{ eye: 'record', ...SIZE }, { eye: 'kept leaves', ...SIZE, seq }, SIGNED_DIFFERS];
    },
  },
  {
    name: 'torn write',
    does: 'the end of one event lost or overwritten with zeros',
    needs: 'record',
    async strike(house, victim, random) {
      const seq = random.between(1, victim.events.length);
      const whole = encodeEvent(victim.events[seq - 1]!);
      const keep = random.between(1, whole.length - 1);
      const zeros = random.pick([0, whole.length - keep]);
      await setBytes(house, victim.run, seq, Buffer.concat([whole.subarray(0, keep), Buffer.alloc(zeros)]));
      return [
        { eye: 'record', verdict: 'integrity', code: ['enc.*', 'chain.*', 'record.root_mismatch'], seq },
        { eye: 'audit', code: 'runseal.event_mismatch', seq, column: 'leaf' },
      ];
    },
  },
  {
    name: 'truncate',
    does: 'the last events removed, the head left as it is',
    needs: 'record',
    async strike({ admin }, { run, events }, random) {
      const size = random.between(1, events.length - 1);
      await admin`delete from spine.event where run = ${run} and seq > ${size}`;
      return [
        { eye: 'export', code: ['runseal.store_damaged', 'record.size_mismatch'] },
        { eye: 'audit', code: 'runseal.event_missing', seq: size + 1 },
      ];
    },
  },
  {
    name: 'truncate, mended',
    does: 'the last events removed, the head made to fit',
    needs: 'record',
    async strike(house, victim, random) {
      const size = random.between(1, victim.events.length - 1);
      await rewrite(house, victim.run, victim.events.slice(0, size));
      return [{ eye: 'record', ...SIZE }, { eye: 'kept leaves', ...SIZE, seq: size + 1 }, SIGNED_DIFFERS];
    },
  },
  {
    name: 'columns',
    does: 'only an index column changed: type, tier, time or call',
    needs: 'audit',
    async strike({ admin }, { run, events }, random) {
      const seq = random.between(1, events.length);
      const column = random.pick(['type', 'tier', 'time_ns', 'call']);
      const tier = events[seq - 1]!.type === 'provenance.attested' ? 'enforced' : 'attested';
      const value = { type: 'run.halted', tier, time_ns: '1', call: '999' }[column]!;
      await admin.unsafe(`update spine.event set ${column} = $1 where run = $2 and seq = $3`, [value, run, seq]);
      return [{ eye: 'audit', code: 'runseal.event_mismatch', seq, column }];
    },
  },
  {
    name: 'content',
    does: 'other bytes in a content, which no event carries',
    needs: 'audit',
    async strike({ admin }, { run }) {
      await admin`
        update spine.content set bytes = 'forged'::bytea, size = 6
        where run = ${run} and commitment = (select min(commitment) from spine.content where run = ${run})`;
      return [{ eye: 'audit', code: 'runseal.content_mismatch' }];
    },
  },
];

const SIGNED_DIFFERS = { eye: 'audit', code: 'runseal.head_mismatch', column: 'checkpoint' } as const;

function edited(event: SpineEvent, mark: number): SpineEvent {
  return { ...event, payload: { ...event.payload, reason: `forged ${mark}` } };
}

function twoPlaces({ events }: Victim, random: { between(low: number, high: number): number }): [number, number] {
  const first = random.between(1, events.length - 1);
  return [first, random.between(first + 1, events.length)];
}

async function setBytes({ admin }: House, run: string, seq: number, canonical: Uint8Array): Promise<void> {
  await admin`update spine.event set canonical = ${Buffer.from(canonical)} where run = ${run} and seq = ${seq}`;
}
