/** From the decision of a person to the start of the call that waited for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { decodeEvent } from '@runseal/spine';
import { calls } from '../../integration/api-house.ts';
import type { Installation } from './installation.ts';
import { median } from './median.ts';

const CALLS = 15;

interface Inbox {
  readonly items: readonly { readonly approval: string; readonly call: number; readonly argumentsCommitment: string }[];
}

/** Milliseconds of the median call: from before the decision is sent to the time of `dispatch.start`. */
export async function resumeOfApproval(installation: Installation): Promise<number> {
  const { run } = await installation.ask<{ run: string }>('/goals', {
    harness: 'echo',
    objective: calls(
      ...Array.from({ length: CALLS }, (_, n) => ['workspace_write', { path: `${n}.txt`, content: 'x' }] as const),
    ),
    grant: ['workspace_write'],
    approvals: { workspace_write: { required: 1 } },
  });
  const sent = new Map<number, number>();
  while (sent.size < CALLS) {
    const { items } = await installation.ask<Inbox>(`/approvals?state=pending&run=${run}`);
    for (const { approval, call, argumentsCommitment } of items) {
      // Parked for good: nothing of the request is still under way.
      await pause(50);
      sent.set(call, Date.now());
      await installation.ask(`/approvals/${approval}/decision`, {
        decision: 'approve',
        reason: 'ok',
        argumentsCommitment,
      });
    }
  }
  while (!(await installation.ask<{ sealed: boolean }>(`/runs/${run}`)).sealed) await pause(20);
  const spent: number[] = [];
  for await (const { type, canonical, time } of installation.store.scan(run)) {
    if (type !== 'dispatch.start') continue;
    spent.push(Number(time / 1_000_000n) - sent.get(Number(decodeEvent(canonical).payload['call']))!);
  }
  return median(spent);
}
