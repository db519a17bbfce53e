import { Inject, Injectable } from '@nestjs/common';
import { compareRuns, toHex } from '@runseal/spine';
import { openEventIndex, type EventIndex, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { usageOf } from '../events/usage-view.ts';
import { askedOf, summaryOf, type RunRow } from '../runs/run-row.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { Pair } from '../wire/query.ts';
import type { Comparison } from '../wire/run.ts';
import { comparedFacts } from './compared-facts.ts';
import { comparedRun, type ComparedRun } from './compared-run.ts';

type View = z.output<typeof Comparison>;

@Injectable()
export class ComparisonService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly index: EventIndex;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.store = store;
    this.index = openEventIndex(sql);
  }

  async compare(auth: Auth, pair: Pair): Promise<View> {
    const left = await visibleRun(this.runs, auth, pair.left);
    const right = await visibleRun(this.runs, auth, pair.right);
    const sides = { left: await comparedRun(this.store, left.run), right: await comparedRun(this.store, right.run) };
    const compared = compareRuns(sides.left.events, sides.right.events, (side, commitment) =>
      sides[side].digests.get(toHex(commitment)),
    );
    return {
      left: summaryOf(left),
      right: summaryOf(right),
      mixes: { left: mixView(compared.mixes.left), right: mixView(compared.mixes.right) },
      gaps: compared.gaps.map((gap) => ({ ...gap, reasons: [...gap.reasons] })),
      enforcement: [...compared.enforcement],
      dispatches: compared.dispatches.map((row) => ({
        ...row,
        left: callOf(row.left, sides.left),
        right: callOf(row.right, sides.right),
      })),
      facts: { left: await this.factsOf(left, sides.left), right: await this.factsOf(right, sides.right) },
      vouches: { left: vouchesOf(left), right: vouchesOf(right) },
      sentences: [...compared.sentences],
    };
  }

  private async factsOf({ run }: RunRow, { events }: ComparedRun): Promise<View['facts']['left']> {
    const { brakes } = askedOf(await this.runs.goal(run));
    return { ...comparedFacts(events), usage: await usageOf(this.index, run, brakes.cost) };
  }
}

type Call = View['dispatches'][number]['left'];

const callOf = (call: Omit<NonNullable<Call>, 'arguments' | 'result'> | null, { contents }: ComparedRun): Call =>
  call && { ...call, ...(contents.get(call.call) ?? { arguments: null, result: null }) };

const mixView = (mix: ReturnType<typeof compareRuns>['mixes']['left']) => ({
  ...mix,
  tiers: { ...mix.tiers },
  types: { ...mix.types },
});

const vouchesOf = (row: RunRow): string => row.vouches ?? 'The run is not sealed, so nothing vouches for it yet.';
