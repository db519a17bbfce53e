import { Inject, Injectable } from '@nestjs/common';
import { HarnessError } from '@runseal/harness';
import { describeRemote, descriptionOf, placementRefusal } from '@runseal/harness/remote';
import type { HarnessDescription, DriverRegistry } from '@runseal/harness';
import { commitContent, toHex, type ForkPoint } from '@runseal/spine';
import { readPrefix, type SpineStore } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { REGISTRY, REMOTES, SQL, STORE } from '../config/tokens.ts';
import { GoalGate } from '../goals/goal-gate.ts';
import { GOAL_MEDIA, goalHash } from '../goals/goal-bytes.ts';
import { ProblemError } from '../problem/problem.ts';
import type { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import type { ForkDone, ForkRequest } from '../wire/sessions.ts';
import { sessionOpening } from './session-opening.ts';
import { sessionView, type SessionRow } from './session-row.ts';
import { nameTaken } from './sessions.service.ts';
import { SessionsRepository, type NewSession } from './sessions.repository.ts';
import { visibleSession } from './visible-session.ts';

/** Forks: new sessions that share a prefix of one that is there, and commit to it in their first event. */
@Injectable()
export class ForkService {
  private readonly sessions: SessionsRepository;
  private readonly runs: RunsRepository;
  private readonly gate: GoalGate;
  private readonly sql: Sql;
  private readonly store: SpineStore;
  private readonly registry: DriverRegistry;
  private readonly remotes: RemoteHarnesses;
  constructor(
    sessions: SessionsRepository,
    runs: RunsRepository,
    gate: GoalGate,
    @Inject(SQL) sql: Sql,
    @Inject(STORE) store: SpineStore,
    @Inject(REGISTRY) registry: DriverRegistry,
    @Inject(REMOTES) remotes: RemoteHarnesses,
  ) {
    this.sessions = sessions;
    this.runs = runs;
    this.gate = gate;
    this.sql = sql;
    this.store = store;
    this.registry = registry;
    this.remotes = remotes;
  }

  /** The parent is only read: it may be under way, suspended or sealed, and stays as it is. */
  async fork(auth: Auth, session: string, { atSeq, children, names }: ForkRequest): Promise<z.output<typeof ForkDone>> {
    const parent = await visibleSession(this.sessions, auth, session);
    await this.gate.checkHalt(parent.workspace);
    const harness = await this.forkable(parent);
    const point = await readPrefix(this.sql, parent.run, atSeq);
    const goal = await this.runs.goal(parent.run);
    const kind = harness.kind;
    const fresh = Array.from({ length: children }, (_, n) =>
      child(parent, { goal, kind, point, name: names?.[n] ?? null, principal: auth.principal }),
    );
    const taken = await this.sessions.create(fresh);
    if (taken !== null) throw nameTaken(taken);
    for (const each of fresh) {
      const writer = await this.store.takeOver(each.run);
      await writer.append(...sessionOpening(each, harness, { project: each.project, fork: point }));
    }
    const rows = await Promise.all(fresh.map(({ run }) => visibleSession(this.sessions, auth, run)));
    return { parent: parent.run, seq: point.size, root: toHex(point.root), children: rows.map(sessionView) };
  }

  /** A harness that keeps something of a session to itself cannot be in two of them. Throws ProblemError 409. */
  private async forkable({ harness }: SessionRow): Promise<HarnessDescription> {
    if (!this.remotes.isRemote(harness)) return this.registry.get(harness).describe();
    const { name, address, token } = await this.remotes.get(harness);
    const { descriptor } = await describeRemote(address, token);
    const refusal = placementRefusal(descriptor);
    if (refusal !== null) throw new HarnessError('placement_refused', refusal);
    if (!descriptor.capabilities.fork_safe)
      throw new ProblemError(409, 'fork_unsafe', `The harness ${harness} says that its sessions cannot be forked.`);
    return descriptionOf(name);
  }
}

interface Birth {
  readonly goal: Buffer;
  readonly kind: 'native' | 'external';
  readonly point: ForkPoint;
  readonly name: string | null;
  readonly principal: string;
}

function child(parent: SessionRow, { goal, kind, point, name, principal }: Birth): NewSession {
  const { ref, salt } = commitContent(goal, GOAL_MEDIA);
  return {
    run: uuidv7(),
    workspace: parent.workspace,
    principal,
    project: parent.project,
    name,
    title: parent.objective,
    goal,
    goalHash: goalHash(goal),
    goalSalt: salt,
    goalCommitment: ref.commitment,
    harness: parent.harness,
    harnessKind: kind,
    harnessDigest: parent.harness_digest,
    profile: parent.profile,
    model: parent.model,
    labels: parent.labels,
    annotations: parent.annotations,
    parent: { run: parent.run, size: point.size },
  };
}
