import { FAULT_STATUS, type Fault, type Fields } from '../protocol.ts';

/** OpenAI's error object. A spent budget is told as a spent quota: its clients then stop at once. */
export function openAiFault(fault: Fault, message: string): { readonly status: number; readonly body: Fields } {
  const spent = fault === 'budget_exceeded';
  const code = spent ? 'insufficient_quota' : fault === 'model_not_allowed' ? 'model_not_found' : fault;
  const type = spent ? 'insufficient_quota' : 'invalid_request_error';
  return { status: spent ? 429 : FAULT_STATUS[fault], body: { error: { message, type, param: null, code } } };
}

export const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });
