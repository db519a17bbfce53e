/** Where the `chat` harness finds its endpoint and key: the operator's environment, nowhere else. */
import type { Readiness, RunContext } from '../driver.ts';
import { isKey } from '../provider-key.ts';
import { isLiteralLoopback } from '../remote/address.ts';

export interface ChatSettings {
  /** Without trailing slash; `/chat/completions` is put behind it. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ask for answers in pieces where somebody may watch them come. */
  readonly streamed: boolean;
}

export type ChatSettingsRead =
  { readonly ok: true; readonly settings: ChatSettings } | { readonly ok: false; readonly readiness: Readiness };

/**
 * Reads RUNSEAL_CHAT_BASE_URL and RUNSEAL_CHAT_API_KEY, or, when neither is set, OPENAI_BASE_URL and OPENAI_API_KEY.
 * The two pairs are never mixed: a key must not reach an endpoint it was not meant for. RUNSEAL_CHAT_STREAM is `on` (the default)
 * or `off`, for endpoints that refuse to answer in pieces. Plain http is for this machine; RUNSEAL_CHAT_PLAIN_HTTP `on` allows it
 * elsewhere, e.g. for a model on the operator's own network that takes any key.
 */
export function readChatSettings(env: RunContext['env']): ChatSettingsRead {
  const prefix = set(env['RUNSEAL_CHAT_BASE_URL']) || set(env['RUNSEAL_CHAT_API_KEY']) ? 'RUNSEAL_CHAT' : 'OPENAI';
  const baseUrl = env[`${prefix}_BASE_URL`]?.trim() ?? '';
  const apiKey = env[`${prefix}_API_KEY`]?.trim() ?? '';
  const missing = [...(baseUrl === '' ? ['_BASE_URL'] : []), ...(apiKey === '' ? ['_API_KEY'] : [])].map(
    (end) => `RUNSEAL_CHAT${end}`,
  );
  if (missing.length > 0)
    return notReady(
      baseUrl !== '',
      `Set ${missing.join(' and ')} (any OpenAI-compatible endpoint; a local one takes any key).`,
    );
  if (!isKey(apiKey)) return notReady(true, `${prefix}_API_KEY must be a key of plain characters, without spaces.`);
  const [stream, plainHttp] = [
    switchOf(env, 'RUNSEAL_CHAT_STREAM', 'on'),
    switchOf(env, 'RUNSEAL_CHAT_PLAIN_HTTP', 'off'),
  ];
  if (stream === null) return notReady(false, 'RUNSEAL_CHAT_STREAM is on or off.');
  if (plainHttp === null) return notReady(false, 'RUNSEAL_CHAT_PLAIN_HTTP is on or off.');
  const fault = faultOf(baseUrl, plainHttp === 'on');
  if (fault !== null) return notReady(false, `${prefix}_BASE_URL ${fault}`);
  return { ok: true, settings: { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, streamed: stream === 'on' } };
}

function set(value: string | undefined): boolean {
  return (value?.trim() ?? '') !== '';
}

function switchOf(env: RunContext['env'], name: string, usual: 'on' | 'off'): 'on' | 'off' | null {
  const value = env[name]?.trim() || usual;
  return value === 'on' || value === 'off' ? value : null;
}

function faultOf(baseUrl: string, plainHttp: boolean): string | null {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    return 'is not an http(s) address: give one such as https://host/v1.';
  // It goes on the record as the endpoint, and credentials never do.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'holds credentials, a query or a fragment: put the key into the _API_KEY variable.';
  if (url.protocol === 'http:' && !plainHttp && !isThisMachine(url))
    return (
      'would take the key and the conversation to another machine in the clear: give an https address, or set ' +
      'RUNSEAL_CHAT_PLAIN_HTTP=on if that is meant.'
    );
  return null;
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLiteralLoopback(hostname.replace(/^\[|\]$/g, ''));
}

function notReady(available: boolean, reason: string): ChatSettingsRead {
  const code = available ? 'harness_logged_out' : 'harness_missing';
  return { ok: false, readiness: { available, loggedIn: false, version: null, reason, refuse: false, code } };
}
