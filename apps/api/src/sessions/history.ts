import type { PastTurn } from '@runseal/harness';
import { isMap } from '@runseal/spine';
import type { SpineStore } from '@runseal/spine/postgres';
import { contentsOf, Missing } from '../worker/parked-run.ts';
import { readSessionRecord, type RecordedTurnOfSession, type SessionRecord } from './session-record.ts';
import { turnInputOf } from './turn-input.ts';

/** What a harness would have to remember was erased. */
export class HistoryErased extends Error {
  readonly code = 'history_erased';
}

/** Deepest line of forks that is followed. */
const MOST_ANCESTORS = 1000;

/**
 * The turns before turn `before` of a session, the ones shared with its parents first. Turns that never ended are left
 * out: nobody can say what came of them. Throws HistoryErased.
 */
export async function historyOf(
  store: SpineStore,
  run: string,
  record: SessionRecord,
  before: number,
): Promise<readonly PastTurn[]> {
  const lines: { run: string; turns: readonly RecordedTurnOfSession[] }[] = [
    { run, turns: record.turns.filter(({ turn }) => turn < before) },
  ];
  for (let point = record.fork; point !== null && lines.length <= MOST_ANCESTORS;) {
    const inherited = await readSessionRecord(store, point.run, point.size);
    lines.unshift({ run: point.run, turns: inherited.turns });
    point = inherited.fork;
  }
  const past: PastTurn[] = [];
  for (const line of lines) {
    const read = contentsOf(store, line.run);
    for (const turn of line.turns) if (turn.ended !== null || turn.canceled) past.push(await pastTurn(turn, read));
  }
  return past;
}

async function pastTurn(turn: RecordedTurnOfSession, read: ReturnType<typeof contentsOf>): Promise<PastTurn> {
  try {
    const { inputs } = turnInputOf((await read(turn.input)).bytes);
    const final = turn.ended?.['final'];
    const output = isMap(final) ? new TextDecoder().decode((await read(final)).bytes) : null;
    const failed = turn.ended?.['error_class'];
    return { inputs, output, errorClass: turn.canceled ? 'canceled' : typeof failed === 'string' ? failed : null };
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    throw new HistoryErased(`What was said in turn ${turn.turn} was erased, so the conversation cannot go on from it.`);
  }
}
