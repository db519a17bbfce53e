import { Inject, Injectable } from '@nestjs/common';
import { draftOf } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import type { Closers } from '../closing/close-run.ts';
import { OutcomesRepository } from '../closing/outcomes.repository.ts';
import { INSTALLATION, SQL, STORE } from '../config/tokens.ts';
import type { Installation } from '../installation/installation.ts';
import { ProblemError } from '../problem/problem.ts';
import type { SessionReason } from '../wire/sessions.ts';
import { closeSession } from './close-session.ts';
import { sessionView, type SessionRow, type View } from './session-row.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { TurnsRepository, type Locked } from './turns.repository.ts';
import { visibleSession } from './visible-session.ts';

/** Suspending, resuming, closing and deleting: what people decide about a session between its turns. */
@Injectable()
export class SessionLifeService {
  private readonly sessions: SessionsRepository;
  private readonly turns: TurnsRepository;
  private readonly closers: Closers;
  private readonly store: SpineStore;
  constructor(
    sessions: SessionsRepository,
    turns: TurnsRepository,
    @Inject(SQL) sql: Sql,
    @Inject(STORE) store: SpineStore,
    @Inject(INSTALLATION) installation: Installation,
  ) {
    this.sessions = sessions;
    this.turns = turns;
    this.store = store;
    this.closers = { store, outcomes: new OutcomesRepository(sql), signer: installation.signer };
  }

  async suspend(auth: Auth, session: string, { reason }: SessionReason): Promise<View> {
    return this.between(auth, session, async (row) => {
      if (await this.sessions.suspend(row.run)) await this.note(row, 'suspended', auth, reason);
    });
  }

  async resume(auth: Auth, session: string, { reason }: SessionReason): Promise<View> {
    return this.between(auth, session, async (row) => {
      if (await this.sessions.resume(row.run)) await this.note(row, 'resumed', auth, reason);
    });
  }

  /** Seals the record; nothing more can be said to the session. A closed one answers as it is. */
  async close(auth: Auth, session: string, { reason }: SessionReason): Promise<View> {
    const row = await visibleSession(this.sessions, auth, session);
    if (row.ended_at !== null) return sessionView(row);
    return this.between(auth, session, (open) => this.end(open, 'closed', auth, reason));
  }

  /** Seals the record and takes the session out of lists. The record stays, for it is evidence. */
  async remove(auth: Auth, session: string, reason: string): Promise<View> {
    const row = await visibleSession(this.sessions, auth, session);
    if (row.ended_at === null) await this.between(auth, session, (open) => this.end(open, 'deleted', auth, reason));
    const view = sessionView(await visibleSession(this.sessions, auth, session));
    await this.sessions.markDeleted(row.run);
    return { ...view, deleted: true };
  }

  private async end(row: SessionRow, change: 'closed' | 'deleted', auth: Auth, reason: string): Promise<void> {
    const open = await this.turns.open(row.run);
    if (open !== null)
      await this.turns.end(row.run, open.turn, {
        state: 'failed',
        errorCode: 'session_closed',
        error: 'The session was closed before the turn was finished.',
      });
    await closeSession(this.closers, await this.store.takeOver(row.run), { change, by: auth.principal, reason });
  }

  private async note(row: SessionRow, change: 'suspended' | 'resumed', auth: Auth, reason: string): Promise<void> {
    const writer = await this.store.takeOver(row.run);
    await writer.append(
      draftOf(
        'session.lifecycle',
        'human',
        { change, by: auth.principal, reason, turn: null },
        { principal: auth.principal },
      ),
    );
  }

  /** Runs `decide` while no turn can begin. */
  private async between(auth: Auth, session: string, decide: (row: SessionRow) => Promise<void>): Promise<View> {
    const row = await visibleSession(this.sessions, auth, session);
    await this.turns.whileIdle(row.workspace, row.run, async (found) => {
      refuseBusy(found);
      await decide(row);
    });
    return sessionView(await visibleSession(this.sessions, auth, session));
  }
}

function refuseBusy({ last, ended, halted }: Locked): void {
  if (ended) throw new ProblemError(409, 'session_sealed', 'The session was closed and its record is sealed.');
  if (halted)
    throw new ProblemError(409, 'session_halted', 'The session was halted; its record is about to be sealed.');
  if (last?.state === 'queued' || last?.state === 'running')
    throw new ProblemError(409, 'session_busy', `Turn ${last.turn} is under way. Wait for its end, or cancel it.`);
}
