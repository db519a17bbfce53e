import { verifySignature, type Signer } from '@runseal/spine';
import {
  cosign,
  formatNote,
  formatSignatureLine,
  judgeHead,
  parseWitnessRequest,
  type NoteKey,
  type WitnessAnswer,
} from '@runseal/spine/ledger';
import type { WitnessState } from './state-file.ts';

export interface WitnessOptions {
  /** Name of the witness's key: no spaces, no plus signs. */
  readonly name: string;
  readonly signer: Signer;
  /** Keys of the logs it watches. */
  readonly logs: readonly NoteKey[];
  readonly state: WitnessState;
  /** POSIX seconds. */
  readonly now?: () => number;
}

/** Status, content type and body of an answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Witness {
  /** `POST add-checkpoint` (c2sp.org/tlog-witness). */
  addCheckpoint(body: string): Promise<HttpAnswer>;
  /** `GET <origin hash>/checkpoint`; null when it never cosigned that log. */
  checkpoint(originHash: string): HttpAnswer | null;
}

/**
 * An independent witness: it cosigns a head only when it continues the last one it cosigned. Requests are taken one at a
 * time, and what was decided is on disk before the answer, so that it can never be talked into two histories.
 */
export function createWitness(options: WitnessOptions): Witness {
  const { state } = options;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    addCheckpoint(body) {
      const answer = turn.then(() => judge(body, options));
      turn = answer.catch(() => undefined);
      return answer;
    },
    checkpoint(originHash) {
      const known = state.byHash(originHash);
      return known === null ? null : { status: 200, type: TEXT, body: known.note };
    },
  };
}

const TEXT = 'text/plain; charset=utf-8';

async function judge(body: string, options: WitnessOptions): Promise<HttpAnswer> {
  const { name, signer, logs, state, now = posixSeconds } = options;
  let request;
  try {
    request = parseWitnessRequest(body);
  } catch {
    return { status: 400, type: TEXT, body: 'the request cannot be read\n' };
  }
  // Which log it is about is read from the head itself; whether that is true is judged with its key.
  const origin = request.head.split('\n', 1)[0]!;
  const answer = await judgeHead(request, logs, state.last(origin), verifySignature);
  if (answer.status !== 200) return refusal(answer);
  const { head, note } = answer;
  const signature = await cosign(note.text, name, signer, now());
  // Of the signatures that came along, only those of the log were looked at.
  const ofLog = note.signatures.filter((s) => logs.some((key) => key.name === s.name && key.id === s.id));
  await state.keep(origin, {
    size: head.size,
    root: head.root,
    note: formatNote({ text: note.text, signatures: [...ofLog, signature] }),
  });
  return { status: 200, type: TEXT, body: formatSignatureLine(signature) };
}

function refusal(answer: Exclude<WitnessAnswer, { status: 200 }>): HttpAnswer {
  if (answer.status === 409) return { status: 409, type: 'text/x.tlog.size', body: `${answer.size}\n` };
  return { status: answer.status, type: TEXT, body: `${answer.reason}\n` };
}

const posixSeconds = (): number => Math.floor(Date.now() / 1000);
