import { Inject, Injectable } from '@nestjs/common';
import type { Sandbox, Tool } from '@runseal/dispatch';
import { readChatSettings, type DriverRegistry } from '@runseal/harness';
import { commitContent } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import { CONFIG, REGISTRY, REMOTES, SANDBOX, STORE, TOOLS } from '../config/tokens.ts';
import { GOAL_MEDIA, goalBytes, goalHash } from '../goals/goal-bytes.ts';
import { GoalGate, requireWorkspace } from '../goals/goal-gate.ts';
import { ProblemError } from '../problem/problem.ts';
import type { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import { cursorOf, cursorText } from '../runs/cursor.ts';
import type { SessionCreated, SessionPage, SessionRequest, SessionsFilter } from '../wire/sessions.ts';
import { admitSession, type SessionMeans, type Wanted } from './session-admission.ts';
import { sessionOpening } from './session-opening.ts';
import { sessionView, type View } from './session-row.ts';
import { SessionsRepository, type NewSession } from './sessions.repository.ts';
import { TurnsService } from './turns.service.ts';
import { visibleSession } from './visible-session.ts';

/** Making, showing and listing sessions. */
@Injectable()
export class SessionsService {
  private readonly repository: SessionsRepository;
  private readonly turns: TurnsService;
  private readonly gate: GoalGate;
  private readonly store: SpineStore;
  private readonly means: SessionMeans;
  private readonly chatModel: string | null;
  constructor(
    repository: SessionsRepository,
    turns: TurnsService,
    gate: GoalGate,
    @Inject(STORE) store: SpineStore,
    @Inject(REGISTRY) registry: DriverRegistry,
    @Inject(REMOTES) remotes: RemoteHarnesses,
    @Inject(TOOLS) tools: readonly Tool[],
    @Inject(SANDBOX) sandbox: Sandbox,
    @Inject(CONFIG) config: Config,
  ) {
    this.repository = repository;
    this.turns = turns;
    this.gate = gate;
    this.store = store;
    this.means = { registry, remotes, tools, sandbox, env: config.env };
    this.chatModel = config.chatModel;
  }

  async create(auth: Auth, asked: SessionRequest): Promise<z.output<typeof SessionCreated>> {
    requireWorkspace(auth, asked.workspace);
    await this.gate.checkHalt(asked.workspace);
    // Before anything is made: a session whose first turn is refused would be left with its name taken.
    if (asked.inputs.length > 0) await this.gate.checkQueue(asked.workspace);
    const { goal, driver, profile, digest } = await admitSession(this.wanted(asked), this.means);
    await this.gate.checkPool(goal);
    const bytes = goalBytes(goal);
    const { ref, salt } = commitContent(bytes, GOAL_MEDIA);
    const fresh: NewSession = {
      run: uuidv7(),
      workspace: goal.workspace,
      principal: auth.principal,
      project: asked.project,
      name: asked.name ?? null,
      title: asked.title,
      goal: bytes,
      goalHash: goalHash(bytes),
      goalSalt: salt,
      goalCommitment: ref.commitment,
      harness: goal.harness,
      harnessKind: driver.describe().kind,
      harnessDigest: digest,
      profile,
      model: goal.model ?? null,
      labels: JSON.stringify(asked.labels),
      annotations: JSON.stringify(asked.annotations),
      parent: null,
    };
    if (asked.inputs.length > 0) this.turns.checkInputs(fresh.harnessKind, asked.inputs);
    const taken = await this.repository.create([fresh]);
    if (taken !== null) throw nameTaken(taken);
    const writer = await this.store.takeOver(fresh.run);
    await writer.append(...sessionOpening(fresh, driver.describe(), { project: asked.project, fork: null }));
    const turn =
      asked.inputs.length === 0 ? null : (await this.turns.exec(auth, fresh.run, { inputs: asked.inputs })).turn;
    return { session: await this.show(auth, fresh.run), turn };
  }

  async show(auth: Auth, session: string): Promise<View> {
    return sessionView(await visibleSession(this.repository, auth, session));
  }

  async list(auth: Auth, filter: SessionsFilter): Promise<z.output<typeof SessionPage>> {
    const after = filter.cursor === undefined ? null : cursorOf(filter.cursor);
    const rows = await this.repository.list(auth, filter, after);
    const page = rows.slice(0, filter.limit);
    const last = page.at(-1);
    const more = rows.length > page.length && last !== undefined;
    return {
      items: page.map(sessionView),
      nextCursor: more ? cursorText({ createdAt: last.created_at, run: last.run }) : null,
    };
  }

  /** The goal all turns share. Without a harness it is chat where a model is set up, else echo, which needs nothing. */
  private wanted(asked: SessionRequest): Wanted {
    const {
      title,
      harness,
      model = this.chatModel ?? undefined,
      name: _n,
      project: _p,
      labels: _l,
      annotations: _a,
      inputs: _i,
      ...rest
    } = asked;
    const chat = model !== undefined && readChatSettings(this.means.env).ok;
    const chosen = harness ?? (chat ? 'chat' : 'echo');
    return { ...rest, objective: title, harness: chosen, ...(model !== undefined && chosen !== 'echo' && { model }) };
  }
}

export const nameTaken = (name: string): ProblemError =>
  new ProblemError(409, 'session_exists', `The workspace has, or had, a session called ${name}. Choose another name.`, {
    errors: [{ path: 'name', message: 'is taken' }],
  });
