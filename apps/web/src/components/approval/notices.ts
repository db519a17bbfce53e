import type { ApprovalView } from '../../api/wire.ts';

/** What a notice says. No argument and no objective: it may show on a locked screen. */
export interface Notice {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
}

/** Calls that wait for this reader and were not told of before, and everything that is known now. */
export function freshNotices(
  approvals: readonly ApprovalView[],
  known: ReadonlySet<string> | null,
): { readonly notices: readonly Notice[]; readonly known: ReadonlySet<string> } {
  const mine = approvals.filter(({ state, mayDecide }) => state === 'pending' && mayDecide);
  const now = new Set([...(known ?? []), ...mine.map(({ approval }) => approval)]);
  // What waited already when the page opened is on the page.
  if (known === null) return { notices: [], known: now };
  const notices = mine
    .filter(({ approval }) => !known.has(approval))
    .map(({ approval, action, workspace }) => ({
      tag: approval,
      title: 'A call waits for your decision',
      body: `${action} in ${workspace}`,
    }));
  return { notices, known: now };
}
