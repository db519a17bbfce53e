import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { alignCalls, comparisonOf, targetOf, type Call, type CallPair, type Side, type TierMix } from '@runseal/spine';
import {
  openEventIndex,
  openLifecycle,
  readContentDigests,
  type EventIndex,
  type Lifecycle,
  type SpineStore,
  type Sql,
} from '@runseal/spine/postgres';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { Turns } from '../evidence/turns.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { usageOf } from '../events/usage-view.ts';
import { requireKept } from '../records/records.service.ts';
import { askedOf, summaryOf, type RunRow } from '../runs/run-row.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { Pair } from '../wire/query.ts';
import type { Comparison } from '../wire/run.ts';
import { comparedRun, type ComparedRun } from './compared-run.ts';
import { jsonPieces } from './json-pieces.ts';
import { settlePairs } from './settle-pairs.ts';

type View = z.output<typeof Comparison>;

/** An answer that somebody waits for. */
interface Awaited {
  readonly signal: AbortSignal;
  /** Resolves once it was sent, or nobody waits any more. */
  readonly sent: Promise<void>;
}

@Injectable()
export class ComparisonService {
  private readonly runs: RunsRepository;
  private readonly turns: Turns;
  private readonly store: SpineStore;
  private readonly sql: Sql;
  private readonly index: EventIndex;
  private readonly lifecycle: Lifecycle;
  constructor(runs: RunsRepository, turns: Turns, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.turns = turns;
    this.store = store;
    this.sql = sql;
    this.index = openEventIndex(sql);
    this.lifecycle = openLifecycle(sql);
  }

  /** JSON of a {@link Comparison}. Its rows are made while they are sent, and the calls of both runs held until then. */
  async compare(auth: Auth, pair: Pair, { signal, sent }: Awaited): Promise<StreamableFile> {
    const rows = {
      left: await visibleRun(this.runs, auth, pair.left),
      right: await visibleRun(this.runs, auth, pair.right),
    };
    // What is gone does not differ from anything.
    for (const { run } of Object.values(rows)) await requireKept(this.lifecycle, run);
    return this.turns.takeUntilSent({ principal: auth.principal, signal, sent }, () => this.compared(rows, signal));
  }

  private async compared(rows: Readonly<Record<Side, RunRow>>, signal: AbortSignal): Promise<StreamableFile> {
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
