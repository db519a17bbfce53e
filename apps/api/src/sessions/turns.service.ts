import { Inject, Injectable } from '@nestjs/common';
import { isMap } from '@runseal/spine';
import type { Part } from '@runseal/harness';
import type { SpineStore } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { STORE } from '../config/tokens.ts';
import { GoalGate } from '../goals/goal-gate.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import type { ExecRequest, SessionReason, TurnAccepted, TurnList } from '../wire/sessions.ts';
import { contentsOf, Missing } from '../worker/parked-run.ts';
import { judgeExec } from './judge-exec.ts';
import { readSessionRecord } from './session-record.ts';
import { sessionView, type View } from './session-row.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { turnBytes, turnInputOf } from './turn-input.ts';
import { TurnsRepository, type TurnRow } from './turns.repository.ts';
import { visibleSession } from './visible-session.ts';

type Accepted = z.output<typeof TurnAccepted>;

/** Turns: asking for one, driving one again, canceling the one that is open, and reading them all. */
@Injectable()
export class TurnsService {
  private readonly sessions: SessionsRepository;
  private readonly turns: TurnsRepository;
  private readonly runs: RunsRepository;
  private readonly gate: GoalGate;
  private readonly store: SpineStore;
  constructor(
    sessions: SessionsRepository,
    turns: TurnsRepository,
    runs: RunsRepository,
    gate: GoalGate,
    @Inject(STORE) store: SpineStore,
  ) {
    this.sessions = sessions;
    this.turns = turns;
    this.runs = runs;
    this.gate = gate;
    this.store = store;
  }

  async exec(auth: Auth, session: string, asked: ExecRequest): Promise<Accepted> {
    return (await this.begin(auth, session, asked)).accepted;
  }

  /** Takes the turn. `after` is where the session stood: whatever comes later is of this turn. */
  async begin(auth: Auth, session: string, asked: ExecRequest): Promise<{ accepted: Accepted; after: number }> {
    const row = await visibleSession(this.sessions, auth, session);
    await this.gate.checkHalt(row.workspace);
    await this.gate.checkQueue(row.workspace);
    const kind = (await this.runs.find(auth, row.run))?.harness_kind ?? 'native';
    this.checkInputs(kind, asked.inputs);
    checkConfig(kind, asked);
    let after = 0;
    const turn = await this.turns.take(row.workspace, row.run, auth.principal, (found) => {
      after = found.lastSeq;
      return judgeExec(found, asked, turnBytes(asked));
    });
    const accepted = { session: await this.view(auth, row.run), turn, redrive: asked.inputs.length === 0 };
    return { accepted, after };
  }

  /** Throws ProblemError 422 `input_unsupported`: a native harness would silently leave out what is not text. */
  checkInputs(kind: 'native' | 'external', inputs: readonly Part[]): void {
    const odd = kind === 'native' ? inputs.findIndex(({ type }) => type !== 'text') : -1;
    if (odd === -1) return;
    const message = `is ${inputs[odd]!.type}; echo and chat read text only`;
    throw new ProblemError(422, 'input_unsupported', `inputs.${odd} ${message}.`, {
      errors: [{ path: `inputs.${odd}`, message }],
    });
  }

  /** Asks for the open turn to be stopped; the worker that has it says when it is. */
  async cancel(auth: Auth, session: string, { reason }: SessionReason): Promise<View> {
    const row = await visibleSession(this.sessions, auth, session);
    if (!(await this.turns.cancel(row.workspace, row.run, reason, auth.principal)))
      throw new ProblemError(409, 'turn_not_open', 'No turn of the session is open; there is nothing to cancel.');
    return this.view(auth, row.run);
  }

  async list(auth: Auth, session: string): Promise<z.output<typeof TurnList>> {
    const { run } = await visibleSession(this.sessions, auth, session);
    return { items: await this.viewsOf(run) };
  }

  /** The turns of a run whose visibility was judged before. */
  async viewsOf(run: string): Promise<z.output<typeof TurnList>['items']> {
    const outputs = await this.outputsOf(run);
    const rows = await this.turns.list(run);
    return rows.map((row) => turnView(row, outputs.get(row.turn) ?? null));
  }

  private async outputsOf(run: string): Promise<ReadonlyMap<number, string>> {
    const read = contentsOf(this.store, run);
    const outputs = new Map<number, string>();
    for (const { turn, ended } of (await readSessionRecord(this.store, run)).turns) {
      const final = ended?.['final'];
      const text = isMap(final) ? await read(final).catch(unlessMissing) : null;
      if (text !== null) outputs.set(turn, new TextDecoder().decode(text.bytes));
    }
    return outputs;
  }

  private async view(auth: Auth, run: string): Promise<View> {
    return sessionView(await visibleSession(this.sessions, auth, run));
  }
}

/** Throws ProblemError 422 `input_unsupported`: bytes that nobody reads would be taken for heard. */
function checkConfig(kind: 'native' | 'external', { config, inputs }: ExecRequest): void {
  if (config === undefined || (kind === 'external' && inputs.length > 0)) return;
  const message =
    kind === 'native' ? 'is for remote harnesses; echo and chat read none' : 'stays what it was in a turn driven again';
  throw new ProblemError(422, 'input_unsupported', `config ${message}.`, { errors: [{ path: 'config', message }] });
}

function unlessMissing(error: unknown): null {
  if (error instanceof Missing) return null;
  throw error;
}

const turnView = (row: TurnRow, output: string | null) => ({
  turn: row.turn,
  state: row.state,
  principal: row.principal,
  inputs: [...turnInputOf(row.input).inputs],
  output,
  errorCode: row.error_code,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});
