import { SpineError } from '../../errors.ts';
import {
  cosignedAt,
  parseNote,
  parseSignatureLine,
  toBase64,
  type NoteSignature,
  type PolicyWitness,
} from '../../ledger/index.ts';
import type { SignatureVerifier } from '../../signature.ts';
import type { Ledger, SignedHead } from './ledger.ts';

export interface Asking {
  readonly ledger: Ledger;
  readonly witness: PolicyWitness;
  readonly head: SignedHead;
  readonly verify: SignatureVerifier;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Cosigned {
  readonly signature: NoteSignature;
  /** POSIX seconds. */
  readonly at: number;
}

/** A witness names the size it knows once; that a second one is named means somebody else is asking too. */
const MOST_ATTEMPTS = 4;
const LONGEST_ANSWER = 16 * 1024;

/**
 * Asks one witness to cosign the head, beginning from the size it cosigned last, and checks what it signed.
 *
 * @throws SpineError `runseal.witness_unreachable`, `runseal.witness_refused`, `runseal.witness_lies` (it signed something
 * else, or not with its key) or `runseal.ledger_behind_witness` (it knows more of this log than we do: the log was reset).
 */
export async function askWitness(asking: Asking): Promise<Cosigned> {
  const { ledger, witness, head } = asking;
  let old = await ledger.lastCosigned(witness.key);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    if (old > head.size)
      throw new SpineError(
        'runseal.ledger_behind_witness',
        `The witness ${witness.name} has cosigned ${old} entries of this log, which now has ${head.size}. The database was set back: restore what is missing before trusting it.`,
      );
    const proof = await ledger.consistency(old, head.size);
    const body = `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${head.note}`;
    const { status, text } = await post(asking, body);
    if (status === 200) return cosignatureIn(text, asking);
    const named = /^(0|[1-9][0-9]{0,15})\n$/u.exec(text);
    if (status !== 409 || !named) throw refused(witness, status, text);
    old = Number(named[1]);
  }
  throw refused(witness, 409, 'it names another size each time');
}

async function post({ witness, timeoutMs, signal }: Asking, body: string): Promise<{ status: number; text: string }> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${witness.url!.replace(/\/$/u, '')}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      // A witness has one address; where it points elsewhere is nobody the policy names.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    return { status: response.status, text: await bounded(response) };
  } catch (cause) {
    throw new SpineError('runseal.witness_unreachable', `The witness ${witness.name} did not answer.`, { cause });
  }
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new RangeError('the answer is longer than any cosignature');
  }
  return text + decoder.decode();
}

async function cosignatureIn(text: string, { witness, head, verify }: Asking): Promise<Cosigned> {
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : [];
  for (const line of lines) {
    const signature = signatureIn(line);
    if (signature?.name !== witness.key.name || signature.id !== witness.key.id) continue;
    const note = { text: parseNote(head.note).text, signatures: [signature] };
    const at = await cosignedAt(note, witness.key, verify);
    // The specification leaves a timestamp of zero to cosignatures of parts of a log.
    if (at !== null && at > 0) return { signature, at };
  }
  throw new SpineError(
    'runseal.witness_lies',
    `The witness ${witness.name} answered, but not with its cosignature of this head.`,
  );
}

function signatureIn(line: string): NoteSignature | null {
  try {
    return parseSignatureLine(line);
  } catch (error) {
    if (error instanceof SpineError) return null;
    throw error;
  }
}

function refused(witness: PolicyWitness, status: number, text: string): SpineError {
  const said = text
    .slice(0, 200)
    .replaceAll(/[^\x20-\x7e]+/gu, ' ')
    .trim();
  return new SpineError(
    'runseal.witness_refused',
    `The witness ${witness.name} refused this head (${status}${said === '' ? '' : `: ${said}`}).`,
  );
}
