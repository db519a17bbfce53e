/** What a worker works with, with a fault point before and after each commit, each effect and each step of the ledger. Unarmed it is what it was. */
import type { ApprovalDesk, Budget, Tool } from '@runseal/dispatch';
import { toHex, type EventDraft, type Recorded } from '@runseal/spine';
import type { Policy } from '@runseal/spine/ledger';
import type { Ledger, RunWriter, Witnessing } from '@runseal/spine/postgres';
import { acknowledged, armed, between } from './fault-point.ts';

export function watchedWriter(writer: RunWriter): RunWriter {
  if (!armed) return writer;
  return {
    run: writer.run,
    fence: writer.fence,
    get size() {
      return writer.size;
    },
    append: (...drafts) => between(`commit of ${typesOf(drafts)}`, () => noted(writer, drafts)),
    seal: (...args) => between('seal', () => writer.seal(...args)),
  };
}

export function watchedTools(tools: readonly Tool[]): readonly Tool[] {
  if (!armed) return tools;
  return tools.map((tool) => ({
    ...tool,
    run: (args, context) => between(`effect of ${tool.name}`, () => tool.run(args, context)),
  }));
}

export function watchedDesk(desk: ApprovalDesk): ApprovalDesk {
  if (!armed) return desk;
  return {
    ...desk,
    ask: (request) => between('asking people', () => desk.ask(request)),
    ruling: (approval, signal) => between('hearing the decision', () => desk.ruling(approval, signal)),
    use: (approval) => between('using the approval', () => desk.use(approval)),
  };
}

export function watchedBudget(budget: Budget): Budget {
  if (!armed) return budget;
  return {
    async reserve(amounts) {
      const hold = await between('reserving', () => budget.reserve(amounts));
      return hold === null ? null : { settle: (used) => between('settling', () => hold.settle(used)) };
    },
  };
}

/** The points are where something is written or kept: most rounds find nothing to do, and none rests while something waits. */
export function watchedLedger(ledger: Ledger): Ledger {
  if (!armed) return ledger;
  return {
    ...ledger,
    batch: async () => ((await ledger.lag()).pending === 0 ? 0 : between('writing the ledger', () => ledger.batch())),
    cosigned: (...args) => between('keeping a cosignature', () => ledger.cosigned(...args)),
  };
}

/** The points are where somebody is asked: a head that all have signed is nobody's business any more. */
export function watchedWitnessing(witnessing: Witnessing, ledger: Ledger, { witnesses }: Policy): Witnessing {
  if (!armed) return witnessing;
  return {
    async ask(signal) {
      const head = await ledger.head();
      if (head === null || head.cosignatures.length >= witnesses.length) return [];
      return between('asking the witnesses', () => witnessing.ask(signal));
    },
  };
}

async function noted(writer: RunWriter, drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
  const recorded = await writer.append(...drafts);
  for (const { seq, link } of recorded) acknowledged(`${writer.run} ${seq} ${toHex(link)}`);
  return recorded;
}

const typesOf = (drafts: readonly EventDraft[]): string => [...new Set(drafts.map(({ type }) => type))].join(', ');
