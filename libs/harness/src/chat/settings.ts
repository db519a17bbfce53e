/** Where the `chat` harness finds its endpoint and key: the operator's environment, nowhere else. */
import type { Readiness, RunContext } from '../driver.ts';

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
 * or `off`, for endpoints that refuse to answer in pieces.
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
  const fault = faultOf(baseUrl);
  if (fault !== null) return notReady(false, `${prefix}_BASE_URL ${fault}`);
  const stream = env['RUNSEAL_CHAT_STREAM']?.trim() || 'on';
  if (!['on', 'off'].includes(stream)) return notReady(false, 'RUNSEAL_CHAT_STREAM is on or off.');
  return { ok: true, settings: { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, streamed: stream === 'on' } };
}

function set(value: string | undefined): boolean {
  return (value?.trim() ?? '') !== '';
}

function faultOf(baseUrl: string): string | null {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    return 'is not an http(s) address: give one such as https://host/v1.';
  // It goes on the record as the endpoint, and credentials never do.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'holds credentials, a query or a fragment: put the key into the _API_KEY variable.';
  return null;
}

function notReady(available: boolean, reason: string): ChatSettingsRead {
  const code = available ? 'harness_logged_out' : 'harness_missing';
  return { ok: false, readiness: { available, loggedIn: false, version: null, reason, refuse: false, code } };
}
