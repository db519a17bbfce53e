/** What consumers of the API do during a trial, trying again as they should. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from './lane.ts';

/** Submits under a key of its own, which stands for one run however often it is sent. */
export async function submit(lane: Lane, goal: object): Promise<{ run: string; key: string }> {
  const key = randomUUID();
  const answer = await lane.ask<{ run?: string }>('/api/v1/goals', goal, { 'idempotency-key': key });
  if (answer.run === undefined) throw new Error(`the goal was refused: ${JSON.stringify(answer)}`);
  return { run: answer.run, key };
}

/** Sealed, and said so in the table. */
export async function sealedOf({ sql }: Lane, run: string): Promise<boolean> {
  const rows = await sql<{ sealed: boolean }[]>`
    select sealed_at is not null as sealed from runseal.goal where run = ${run}`.catch(() => []);
  return rows[0]?.sealed === true;
}

/** Somebody who allows whatever the run asks for, as soon as it does. */
export class People {
  readonly #gone = new AbortController();
  readonly #work: Promise<void>;

  constructor(lane: Lane, run: string) {
    this.#work = this.#decide(lane, run);
  }

  async leave(): Promise<void> {
    this.#gone.abort();
    await this.#work;
  }

  async #decide(lane: Lane, run: string): Promise<void> {
    while (!this.#gone.signal.aborted) {
      const { items = [] } = await lane
        .ask<{ items?: { approval: string; argumentsCommitment: string }[] }>(
          `/api/v1/approvals?state=pending&run=${run}`,
        )
        .catch(() => ({ items: [] }));
      for (const { approval, argumentsCommitment } of items)
        await lane
          .ask(`/api/v1/approvals/${approval}/decision`, { decision: 'approve', reason: 'seen', argumentsCommitment })
          .catch(() => undefined);
      await pause(30);
    }
  }
}
