/** Attacks on whole runs, their seals and the ledger, most of them with the stolen key in hand. */
import type { Attack } from './attack.ts';
import { seqAfterCalls } from './honest-run.ts';
import { sealedRun, type House, type Victim } from './house.ts';
import { rewindLedger, rewriteAndSign } from './superuser.ts';

const RECEIPT = { verdict: 'independence', code: 'runseal.receipt_mismatch' } as const;
const TWO_HISTORIES = [
  { eye: 'pin', code: 'runseal.head_contradicts_pin' },
  { eye: 'witness', code: 'refused' },
] as const;
const DAY_NS = 86_400_000_000_000n;

export const ON_HISTORY: readonly Attack[] = [
  {
    name: 'truncate and sign',
    does: 'the last calls removed, counted anew, and signed with the live key',
    needs: 'ledger',
    async strike(house, victim, random) {
      await truncateAndSign(house, victim, random.between(0, victim.calls - 1));
      return [
        { eye: 'receipt', ...RECEIPT },
        { eye: 'kept receipt', ...RECEIPT },
      ];
    },
  },
  {
    name: 'backdate and sign',
    does: 'every time moved into the past, and signed with the live key',
    needs: 'ledger',
    async strike(house, victim, random) {
      const by = BigInt(random.between(1, 900)) * DAY_NS;
      const moved = victim.events.slice(0, -1).map((event) => ({ ...event, time: event.time - by }));
      await rewriteAndSign(house, victim.run, moved);
      return [
        { eye: 'receipt', ...RECEIPT },
        { eye: 'kept receipt', ...RECEIPT },
      ];
    },
  },
  {
    name: 'delete a run',
    does: 'a whole run removed: head, events, subtrees, content',
    needs: 'ledger',
    async strike({ admin }, { run }) {
      for (const table of ['event', 'subtree', 'content', 'head'])
        await admin.unsafe(`delete from spine.${table} where run = $1`, [run]);
      return [{ eye: 'ledger', code: 'missing' }];
    },
  },
  {
    name: 'replay a checkpoint',
    does: "another run's signed head put in the place of this one's",
    needs: 'record',
    async strike(house, { run, events }, random) {
      const other = await sealedRun(house, `${run}-other`, random);
      await house.admin`
        update spine.head h set root = o.root, checkpoint = o.checkpoint from spine.head o
        where h.run = ${run} and o.run = ${other.run}`;
      const code = other.events.length === events.length ? 'record.root_mismatch' : 'record.size_mismatch';
      return [
        { eye: 'record', verdict: 'integrity', code },
        { eye: 'audit', code: 'runseal.head_mismatch', column: 'checkpoint' },
      ];
    },
  },
  {
    name: 'replay a record',
    does: "another run's events and seal put in the place of this one's",
    needs: 'ledger',
    async strike(house, { run }, random) {
      const other = await sealedRun(house, `${run}-other`, random);
      await house.admin.begin(async (tx) => {
        await tx`delete from spine.event where run = ${run}`;
        await tx`
          insert into spine.event (run, seq, canonical, leaf, link, type, tier, time_ns, call)
          select ${run}, seq, canonical, leaf, link, type, tier, time_ns, call from spine.event where run = ${other.run}`;
        await tx`
          update spine.head h set size = o.size, link = o.link, frontier = o.frontier, root = o.root, checkpoint = o.checkpoint,
            mix = o.mix from spine.head o where h.run = ${run} and o.run = ${other.run}`;
      });
      return [
        { eye: 'receipt', ...RECEIPT },
        { eye: 'kept receipt', ...RECEIPT },
        { eye: 'audit', code: 'runseal.event_mismatch', seq: 1, column: 'run' },
      ];
    },
  },
  {
    name: 'rewind the ledger',
    does: 'the newest entries and heads of the ledger removed, an older signed head shown',
    needs: 'memory',
    ownHouse: true,
    async strike(house, _victim, random) {
      await rewindLedger(house, random.between(1, 3));
      return TWO_HISTORIES;
    },
  },
  {
    name: 'rewrite the ledger',
    does: 'a run cut short and signed, the ledger written again with that seal and signed with the live key',
    needs: 'memory',
    ownHouse: true,
    async strike(house, victim, random) {
      await truncateAndSign(house, victim, random.between(0, victim.calls - 1));
      await rewindLedger(house, 1);
      await house.admin`
        insert into spine.ledger_pending (run, kind, workspace, time_ns, rank)
        select run, 'run.opened', workspace, 1, 0 from spine.head where run = ${victim.run}`;
      await house.admin`
        insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, size, root, checkpoint)
        select run, 'run.sealed', workspace, 1, 1, size, root, sha256(checkpoint) from spine.head where run = ${victim.run}`;
      for (let more = random.between(0, 2); more > 0; more -= 1) await sealedRun(house, `later-${more}`, random);
      while ((await house.ledger.batch()) > 0);
      return [...TWO_HISTORIES, { eye: 'kept receipt', ...RECEIPT }];
    },
  },
];

async function truncateAndSign(house: House, { run, events }: Victim, calls: number): Promise<void> {
  const ending = events.at(-2)!;
  await rewriteAndSign(house, run, [...events.slice(0, seqAfterCalls(calls) - 1), ending]);
}
