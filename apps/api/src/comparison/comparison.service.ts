import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { alignCalls, comparisonOf, targetOf, type Call, type CallPair, type TierMix } from '@runseal/spine';
import {
  openEventIndex,
  readContentDigests,
  type EventIndex,
  type SpineStore,
  type Sql,
} from '@runseal/spine/postgres';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { usageOf } from '../events/usage-view.ts';
import { askedOf, summaryOf, type RunRow } from '../runs/run-row.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { Pair } from '../wire/query.ts';
import type { Comparison } from '../wire/run.ts';
import { comparedRun, type ComparedRun } from './compared-run.ts';
import { jsonPieces } from './json-pieces.ts';
import { settlePairs } from './settle-pairs.ts';

type View = z.output<typeof Comparison>;

@Injectable()
export class ComparisonService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly sql: Sql;
  private readonly index: EventIndex;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.store = store;
    this.sql = sql;
    this.index = openEventIndex(sql);
  }

  /** JSON of a {@link Comparison}. Its rows are made while they are sent. */
  async compare(auth: Auth, pair: Pair, signal: AbortSignal): Promise<StreamableFile> {
    const rows = {
      left: await visibleRun(this.runs, auth, pair.left),
      right: await visibleRun(this.runs, auth, pair.right),
    };
    const ids = { left: rows.left.run, right: rows.right.run };
    const from = { store: this.store, sql: this.sql };
    const runs = {
      left: await comparedRun(from, ids.left, signal),
      right: await comparedRun(from, ids.right, signal),
    };
    const pairs = alignCalls(runs.left.seen.calls, runs.right.seen.calls);
    await settlePairs(pairs, (side, commitments) => readContentDigests(this.sql, ids[side], commitments), signal);
    const compared = comparisonOf({ left: runs.left.seen, right: runs.right.seen }, pairs);
    const before: Before = {
      left: summaryOf(rows.left),
      right: summaryOf(rows.right),
      mixes: { left: mixView(compared.mixes.left), right: mixView(compared.mixes.right) },
      gaps: compared.gaps.map((gap) => ({ ...gap, reasons: [...gap.reasons] })),
      enforcement: [...compared.enforcement],
    };
    const after: After = {
      facts: { left: await this.factsOf(rows.left, runs.left), right: await this.factsOf(rows.right, runs.right) },
      vouches: { left: vouchesOf(rows.left), right: vouchesOf(rows.right) },
      sentences: [...compared.sentences],
    };
    const text = jsonPieces(before, 'dispatches', pairsOf(pairs), after);
    return new StreamableFile(Readable.from(text, { objectMode: false }), { type: 'application/json; charset=utf-8' });
  }

  private async factsOf({ run }: RunRow, { came }: ComparedRun): Promise<View['facts']['left']> {
    const { brakes } = askedOf(await this.runs.goal(run));
    return { ...came.facts, usage: await usageOf(this.index, run, brakes.cost) };
  }
}

type Row = View['dispatches'][number];
type After = Pick<View, 'facts' | 'vouches' | 'sentences'>;
type Before = Omit<View, 'dispatches' | keyof After>;

function* pairsOf(pairs: Iterable<CallPair>): Generator<Row> {
  for (const { left, right, sameArguments, sameResult } of pairs)
    yield { left: left && callOf(left), right: right && callOf(right), sameArguments, sameResult };
}

function callOf(of: Call): NonNullable<Row['left']> {
  const { call, seq, outcome, contents } = of;
  return { call, seq, ...targetOf(of), outcome, ...contents };
}

const mixView = (mix: TierMix) => ({
  ...mix,
  tiers: { ...mix.tiers },
  types: { ...mix.types },
});

const vouchesOf = (row: RunRow): string => row.vouches ?? 'The run is not sealed, so nothing vouches for it yet.';
