/** Answers to what app-server asks when nobody is there to ask: each kind of request has its own way to be declined. */
import { isFields, textOf, type Fields } from '../../frames/fields.ts';

/** Longest request that is looked into; a longer one is declined unread. */
export const MAX_REQUEST_CHARS = 64 * 1024;

export interface Decline {
  readonly answer:
    { readonly result: Fields } | { readonly error: { readonly code: number; readonly message: string } };
  /** What it wants to know, when the turn cannot go on without an answer; at most 2 KiB. */
  readonly question: string | null;
}

export function declineOf(request: Fields, readable: boolean): Decline {
  const method = request['method'];
  const declined = typeof method === 'string' && Object.hasOwn(DECLINED, method) ? DECLINED[method] : undefined;
  if (declined !== undefined) return { answer: { result: declined }, question: null };
  const answer = { error: { code: -32601, message: 'Nobody is here to answer this.' } };
  return { answer, question: method === 'item/tool/requestUserInput' ? questionOf(request['params'], readable) : null };
}

/** What to say to a request that people agreed to. `text` is their answer to a question. */
export function allowOf({ method, params }: Fields, text: string): Fields {
  if (method !== 'item/tool/requestUserInput') return { decision: 'accept' };
  const [question] = isFields(params) && Array.isArray(params['questions']) ? (params['questions'] as unknown[]) : [];
  const id = isFields(question) ? textOf(question['id']) : undefined;
  return { answers: id === undefined ? {} : { [id]: { answers: [text] } } };
}

const DECLINED: Readonly<Record<string, Fields>> = {
  'item/commandExecution/requestApproval': { decision: 'decline' },
  'item/fileChange/requestApproval': { decision: 'decline' },
  'mcpServer/elicitation/request': { action: 'decline' },
  applyPatchApproval: { decision: 'denied' },
  execCommandApproval: { decision: 'denied' },
};

function questionOf(params: unknown, readable: boolean): string {
  const questions = readable && isFields(params) && Array.isArray(params['questions']) ? params['questions'] : [];
  const texts = questions
    .slice(0, 3)
    .filter(isFields)
    .map((question) => textOf(question['question']))
    .filter((text) => text !== undefined);
  return (texts.join(' ') || 'something it does not say.').slice(0, 2048);
}
