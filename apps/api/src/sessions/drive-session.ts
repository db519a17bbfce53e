import { createKillSwitch, type KillSwitch } from '@runseal/dispatch';
import { textOfParts, type DriverResult, type SessionTurn } from '@runseal/harness';
import { commitContent, draftOf } from '@runseal/spine';
import type { RunWriter } from '@runseal/spine/postgres';
import { codeOf } from '../problem/code-of.ts';
import { goalOf } from '../goals/goal-bytes.ts';
import type { Claim } from '../worker/claims.repository.ts';
import { driveHarness } from '../worker/drive-harness.ts';
import { failureOf } from '../worker/failure-of.ts';
import type { Lease } from '../worker/lease.ts';
import type { Means } from '../worker/means.ts';
import { contentsOf } from '../worker/parked-run.ts';
import {
  hasWorkspace,
  prepareFolders,
  removeScratch,
  reopenFolders,
  WorkspaceError,
  type RunFolders,
} from '../worker/workspace.ts';
import { haltSession } from './close-session.ts';
import { followCancel } from './follow-cancel.ts';
import { HistoryErased, historyOf } from './history.ts';
import { redriveOf, type Redrive } from './redrive.ts';
import { readSessionRecord, type SessionRecord } from './session-record.ts';
import { descriptionFor, sessionHarness } from './session-harness.ts';
import { openLate } from './session-opening.ts';
import { endedOnRecord, endingOf, interrupted } from './turn-ending.ts';
import { turnInputOf, TURN_MEDIA } from './turn-input.ts';
import { TurnsRepository, type TurnEnding, type TurnRow } from './turns.repository.ts';

/** A session this worker holds for one turn. */
export interface SessionInHand {
  readonly claim: Claim;
  readonly writer: RunWriter;
  readonly killSwitch: KillSwitch;
  readonly lease: Lease;
  readonly means: Means;
  readonly release: AbortSignal;
  readonly onParked: (parked: boolean) => void;
  /** Hears that there may be news, e.g. a cancel. */
  readonly onNews: (listener: () => void) => void;
}

/** A turn that took down this many workers is left for people to look at. */
const MOST_ATTEMPTS = 3;

/**
 * Takes the open turn of a session to its end and lets go of the session. A turn that another worker began goes on from
 * its record, every effect at most once. A halted session is sealed.
 */
export async function driveSession(hand: SessionInHand): Promise<void> {
  const { claim, means, writer, lease } = hand;
  const turns = new TurnsRepository(means.sql);
  if (writer.size === 0) await openLate(means.sql, writer, claim, descriptionFor(means, goalOf(claim.goal).harness));
  const row = await turns.open(claim.run);
  if (claim.halt !== null) {
    if (row !== null) await turns.end(claim.run, row.turn, HALTED);
    return haltSession(means, writer, claim.halt);
  }
  if (row === null || row.state === 'interrupted') {
    await turns.rest(claim.run, means.claims.owner, null);
    return;
  }
  await turns.begin(claim.run, row.turn);
  const ended = await takeTurn(hand, row, turns);
  // The session is another worker's now; what we would say of it is not true any more.
  if (lease.lost) return;
  const halt = hand.killSwitch.engaged;
  if (halt !== null && ended.state !== 'canceled' && halt.by !== 'worker' && halt.by !== 'waist') {
    await turns.end(claim.run, row.turn, ended.state === 'interrupted' ? HALTED : ended);
    return haltSession(means, writer, { reason: halt.reason, by: halt.by, scope: lease.haltScope });
  }
  await turns.rest(claim.run, means.claims.owner, { ...ended, turn: row.turn });
}

/** The turn whose last events the database lost: people say whether it is driven again, for that may do again what it did. */
export async function interruptCut(run: string, { sql, claims }: Means): Promise<void> {
  const turns = new TurnsRepository(sql);
  const row = await turns.open(run);
  const cut = interrupted(
    'record_lost',
    'The database lost what this turn did last, though it had acknowledged it. Driving it again may do that a second time.',
  );
  await turns.rest(run, claims.owner, row === null ? null : { ...cut, turn: row.turn });
}

const HALTED: TurnEnding = { state: 'failed', errorCode: 'run_halted', error: 'The session was halted.' };

async function takeTurn(hand: SessionInHand, row: TurnRow, turns: TurnsRepository): Promise<TurnEnding> {
  const { claim, means, writer } = hand;
  const record = await readSessionRecord(means.store, claim.run);
  const recorded = record.turns.find(({ turn }) => turn === row.turn) ?? null;
  if (recorded === null) await submitted(writer, row);
  const cancel = await turns.cancelOf(claim.run, row.turn);
  if (cancel !== null && recorded?.ended == null) return canceled(writer, row.turn, cancel);
  // Ended by a worker that went away before it could say so.
  if (recorded?.ended != null) return endedOnRecord(recorded.ended, contentsOf(means.store, claim.run));
  if (row.attempts >= MOST_ATTEMPTS && recorded?.asked.size === 0)
    return interrupted(
      'worker_lost',
      `${MOST_ATTEMPTS} workers went away in the middle of this turn. Their logs say why.`,
    );
  const redrive = recorded === null ? null : await redriveOf(means.store, claim.run, recorded);
  if (redrive !== null && redrive.drafts.length > 0) await writer.append(...redrive.drafts);
  // A cancel stops the turn, and only the turn: it is a switch of its own, behind the one of the run.
  const stop = createKillSwitch();
  hand.killSwitch.signal.addEventListener('abort', () => {
    const { engaged } = hand.killSwitch;
    if (engaged !== null) stop.engage(engaged.reason, engaged.by);
  });
  if (hand.killSwitch.engaged !== null) stop.engage(hand.killSwitch.engaged.reason, hand.killSwitch.engaged.by);
  const following = followCancel({ turns, run: claim.run, turn: row.turn, everyMs: means.leaseMs / 3, stop });
  hand.onNews(following.look);
  try {
    const result = await drive(hand, { row, record, redrive, stop });
    if (following.canceled !== null) return await canceled(writer, row.turn, following.canceled);
    return endingOf(result);
  } catch (error) {
    if (error instanceof HistoryErased) return interrupted(error.code, error.message);
    const { errorCode, error: sentence } = failureOf(error);
    means.log.warn({ err: error, run: claim.run, turn: row.turn, code: errorCode }, 'turn interrupted');
    if (following.canceled !== null) return await canceled(writer, row.turn, following.canceled);
    return interrupted(errorCode ?? codeOf(error), sentence ?? 'The turn was interrupted.');
  } finally {
    await following.stop();
  }
}

interface ToDrive {
  readonly row: TurnRow;
  readonly record: SessionRecord;
  readonly redrive: Redrive | null;
  readonly stop: KillSwitch;
}

async function drive(hand: SessionInHand, { row, record, redrive, stop }: ToDrive): Promise<DriverResult> {
  const { claim, means, writer, lease } = hand;
  const goal = goalOf(claim.goal);
  const { driver, tools } = await sessionHarness(means, claim, goal);
  const { inputs, config, timeoutMs } = turnInputOf(row.input);
  const recorded = record.turns.find(({ turn }) => turn === row.turn);
  const callsBefore = recorded?.callsBefore ?? record.calls;
  const session: SessionTurn = {
    turn: row.turn,
    principal: row.principal,
    workspace: claim.workspace,
    inputs,
    config,
    history: await historyOf(means.store, claim.run, record, row.turn),
    seq: recorded?.before ?? record.size,
    begun: recorded?.begun ?? false,
    told: recorded?.frames ?? [],
    frames: recorded?.framesBefore ?? record.frames,
  };
  const folders = await foldersOf(hand, callsBefore);
  try {
    return await driveHarness({
      run: {
        claim,
        writer,
        recorder: writer,
        killSwitch: stop,
        lease,
        means: { ...means, tools },
        parked: redrive,
        release: hand.release,
        onParked: hand.onParked,
      },
      goal: {
        ...goal,
        objective: textOfParts(inputs),
        limits: {
          ...goal.limits,
          maxCalls: callsBefore + goal.limits.maxCalls,
          timeoutMs: timeoutMs ?? goal.limits.timeoutMs,
        },
      },
      driver,
      folders,
      session: { turn: session, firstCall: callsBefore + 1 },
    });
  } finally {
    await removeScratch(folders).catch((err: unknown) =>
      means.log.warn({ err, run: claim.run }, 'scratch folder not removed'),
    );
  }
}

/** What earlier turns made is on the disk of the worker that had them; without it the session would go on somewhere else. */
async function foldersOf({ claim, means }: SessionInHand, callsBefore: number): Promise<RunFolders> {
  if (await hasWorkspace(means.dataDir, claim.run)) return reopenFolders(means.dataDir, claim.run);
  if (callsBefore === 0) return prepareFolders(means.dataDir, claim.run, goalOf(claim.goal).files);
  throw new WorkspaceError(
    'workspace_missing',
    'The files of this session are on the disk of another worker. Drive the turn again where they are.',
    null,
  );
}

async function submitted(writer: RunWriter, { turn, principal, input }: TurnRow): Promise<void> {
  const content = commitContent(input, TURN_MEDIA);
  await writer.append(
    draftOf('goal.submitted', 'human', { principal, goal: content.ref, turn }, { principal, contents: [content] }),
  );
}

async function canceled(
  writer: RunWriter,
  turn: number,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<TurnEnding> {
  await writer.append(
    draftOf('session.lifecycle', 'human', { change: 'turn_canceled', by, reason, turn }, { principal: by }),
  );
  return { state: 'canceled', errorCode: 'turn_canceled', error: reason };
}
