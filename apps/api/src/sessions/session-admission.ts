import type { Tool } from '@runseal/dispatch';
import { HarnessError, isReady, type Driver } from '@runseal/harness';
import { describeRemote, placementRefusal, remoteDriver, type Descriptor } from '@runseal/harness/remote';
import { admitGoal, type Means } from '../goals/admission.ts';
import { ProblemError } from '../problem/problem.ts';
import type { Remote, RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import { GoalRequest, type Goal, type GoalInput } from '../wire/goal.ts';

export interface AdmittedSession {
  readonly goal: Goal;
  readonly driver: Driver;
  readonly profile: string | null;
  /** What a remote harness said of itself, 32 bytes; its sessions are held to it. */
  readonly digest: Buffer | null;
}

export interface SessionMeans extends Means {
  readonly remotes: RemoteHarnesses;
}

/** A goal of which the grant may still be open. */
export type Wanted = Omit<GoalInput, 'grant'> & { readonly grant?: GoalInput['grant'] | undefined };

/** Refuses a session this installation could not drive, while somebody is there to read why. Throws ProblemError. */
export async function admitSession(wanted: Wanted, means: SessionMeans): Promise<AdmittedSession> {
  if (means.remotes.isRemote(wanted.harness)) return admitRemote(wanted, means);
  const goal = GoalRequest.parse(wanted);
  const known = means.registry.names.includes(goal.harness) ? means.registry.get(goal.harness) : null;
  if (known?.describe().kind === 'external')
    throw refused(
      'session_unsupported',
      `The harness ${goal.harness} drives goals of one turn. Sessions are for echo, chat and remote harnesses.`,
      'harness',
    );
  return { goal, ...(await admitGoal(goal, means)), digest: null };
}

async function admitRemote(wanted: Wanted, means: SessionMeans): Promise<AdmittedSession> {
  const remote = await known(wanted.harness, means.remotes);
  const { descriptor, digest } = await describeRemote(remote.address, remote.token);
  const refusal = placementRefusal(descriptor);
  if (refusal !== null)
    throw new ProblemError(409, 'placement_refused', `${wanted.harness} cannot be served. ${refusal}`);
  if (remote.digest !== null && remote.digest !== digest)
    throw new ProblemError(
      409,
      'harness_changed',
      `${wanted.harness} is not what was registered: it describes itself otherwise now. Retire it and register it anew.`,
    );
  const goal = GoalRequest.parse(mediated(wanted, descriptor, remote.tools));
  if (goal.containmentFloor !== 'process')
    throw refused(
      'containment_unavailable',
      `A remote harness runs where nothing of ours contains it, and the floor is ${goal.containmentFloor}. Say "process" to have it so.`,
      'containmentFloor',
    );
  const driver = driverOf(remote, digest);
  const readiness = await driver.ready(means.env);
  if (!isReady(readiness)) throw refused(readiness.code ?? 'harness_not_ready', readiness.reason, 'harness');
  const registry = { names: [goal.harness], drivers: [driver], get: () => driver };
  const admitted = await admitGoal(goal, { ...means, registry, tools: remote.tools });
  return { goal, ...admitted, digest: Buffer.from(digest, 'hex') };
}

const driverOf = ({ name, address, token, tools }: Remote, digest: string): Driver =>
  remoteDriver({ name, address, token, digest, executors: tools.map((tool) => tool.name) });

async function known(harness: string, remotes: RemoteHarnesses): Promise<Remote> {
  try {
    return await remotes.get(harness);
  } catch (error) {
    if (error instanceof HarnessError) throw refused('harness_unknown', error.message, 'harness');
    throw error;
  }
}

/** How long somebody may think about a call of a tool that asks for approval by itself. Milliseconds. */
const APPROVAL_MS = 86_400_000;

/**
 * The goal with what the harness says of its tools: what it wants mediated and somebody here can do is granted, unless the
 * caller says what is; a tool that requires approval gets a person, unless the caller asks for more.
 */
function mediated(wanted: Wanted, { tools }: Descriptor, hostTools: readonly Tool[]): GoalInput {
  const can = hostTools.map((tool) => tool.name);
  const ours = tools.filter(({ name, mediation }) => mediation !== 'in_harness_reported' && can.includes(name));
  const gated = ours.filter(({ mediation }) => mediation === 'requires_approval').map(({ name }) => name);
  // A policy of nobody is none.
  const said = Object.entries(wanted.approvals ?? {}).filter(
    ([name, { required = 1 }]) => required > 0 || !gated.includes(name),
  );
  const approvals = {
    ...Object.fromEntries(gated.map((name) => [name, { required: 1, expiresMs: APPROVAL_MS }])),
    ...Object.fromEntries(said),
  };
  return {
    ...wanted,
    grant: wanted.grant ?? ours.map(({ name }) => name),
    ...(Object.keys(approvals).length > 0 && { approvals }),
  };
}

const refused = (code: string, message: string, path: string): ProblemError =>
  new ProblemError(422, code, message, { errors: [{ path, message }] });
