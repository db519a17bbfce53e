import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, until, type House } from './api-house.ts';

export type Approval = Wire<'ApprovalDetail'>;
export const WRITE = ['workspace_write', { path: 'a.txt', content: 'approved' }] as const;

/** A goal that writes a file once people agreed by this policy. */
export const gated = (policy: object = {}, more: object = {}) => ({
  objective: calls(['workspace_list', { path: '.' }], WRITE),
  approvals: { workspace_write: policy },
  ...more,
});

/** What a gated goal wrote; null for nothing. */
export const fileOf = (house: House, run: string) =>
  readFile(join(house.dataDir, 'runs', run, 'workspace', 'a.txt'), 'utf8').catch(() => null);

/** Waits until the run waits for people, and answers what for. */
export async function pendingOf(house: House, run: string): Promise<Approval> {
  await until(house, run, ({ awaitingApproval }) => awaitingApproval);
  const page = (await (await house.ask(`/api/v1/approvals?run=${run}&limit=1`)).json()) as Wire<'ApprovalPage'>;
  return (await (await house.ask(`/api/v1/approvals/${page.items[0]!.approval}`)).json()) as Approval;
}

/** Approves, as Ana; `more` says otherwise. */
export async function decide(house: House, approval: Approval, more: object = {}, key = house.key) {
  const response = await fetch(`${house.api.url}/api/v1/approvals/${approval.approval}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      decision: 'approve',
      reason: 'I read it',
      argumentsCommitment: approval.argumentsCommitment,
      ...more,
    }),
  });
  return { status: response.status, body: (await response.json()) as Approval & { code?: string } };
}

/** Verdict → state, as the server finds them. */
export async function verdicts(house: House, run: string): Promise<Record<string, string>> {
  const report = (await (await house.ask(`/api/v1/runs/${run}/verification`)).json()) as Report;
  return Object.fromEntries(report.verdicts.map(({ name, state }) => [name, state]));
}

export const keyOf = async (house: House, name: string, workspaces: readonly string[] | null = null) =>
  (await createKey(house.owner, name, workspaces)).key;
