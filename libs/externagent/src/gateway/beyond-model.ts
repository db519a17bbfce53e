/**
 * What a provider would do beyond saying something: search the web, run code, call another MCP server, fetch an address. That
 * would be an act of the harness on the world, past the waist and past every wall, so no such call passes. What is known to be
 * carried out by the client is let through, and nothing else.
 */
import { isFields } from '../frames/fields.ts';
import type { GivenItems } from './given-items.ts';
import type { Fields, GatewayProtocol } from './protocol.ts';

/** What the call asks for beyond its model, in words that may be the client's own; null for nothing. */
export function beyondModel(protocol: GatewayProtocol, model: string, body: Fields, given: GivenItems): string | null {
  return (
    (SEARCHES.test(model) ? 'a model that searches the web' : null) ??
    switchOf(protocol, body) ??
    toolBeyond(protocol, body['tools']) ??
    (protocol === 'openai-responses' ? referredTo(body['input'], given) : null) ??
    broughtIn(body)
  );
}

/** Models that go out by themselves, whatever the call says. */
const SEARCHES = /(?:^|[/-])(?:search|sonar|compound)(?:-|$)|:online$/i;

/** Fields of a call that have the provider act, or bring in what does. */
const SWITCHES: Readonly<Record<GatewayProtocol, readonly string[]>> = {
  // A prompt that is kept there has tools that are not seen here; what goes on in the background is counted by nobody; and what
  // an answer or a conversation that is kept there says reaches the model without being on the record.
  'openai-responses': ['prompt', 'background', 'previous_response_id', 'conversation', 'plugins', 'models'],
  // Some have a list of models beside the one that is named, of which another may answer.
  'openai-chat': ['web_search_options', 'plugins', 'models'],
  'anthropic-messages': ['mcp_servers', 'container'],
  gemini: ['cachedContent', 'cached_content'],
};

function switchOf(protocol: GatewayProtocol, body: Fields): string | null {
  return SWITCHES[protocol].find((name) => isAsked(body[name])) ?? null;
}

const isAsked = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** Types of tools that the client carries out itself. */
const CLIENTS_OWN: Readonly<Record<Exclude<GatewayProtocol, 'gemini'>, RegExp>> = {
  'openai-responses': /^(?:function|custom|namespace|local_shell|apply_patch|tool_search)$/,
  'openai-chat': /^(?:function|custom)$/,
  'anthropic-messages': /^(?:custom|(?:bash|text_editor|computer|memory)_\d{8}|tool_search_tool_[a-z0-9_]+)$/,
};
/** Gemini has a list under the name of each kind. */
const CLIENTS_OWN_LISTS: ReadonlySet<string> = new Set(['functionDeclarations', 'function_declarations']);

function toolBeyond(protocol: GatewayProtocol, tools: unknown): string | null {
  if (!isAsked(tools)) return null;
  if (!Array.isArray(tools)) return 'tools that are no list';
  for (const tool of tools as unknown[]) {
    const found = isFields(tool) ? oneBeyond(protocol, tool) : 'a tool that is none';
    if (found !== null) return found;
  }
  return null;
}

function oneBeyond(protocol: GatewayProtocol, tool: Fields): string | null {
  if (protocol === 'gemini')
    return named(Object.keys(tool).find((name) => isAsked(tool[name]) && !CLIENTS_OWN_LISTS.has(name)));
  const { type } = tool;
  // Anthropic's tools of the client need no type.
  if (type === undefined && protocol === 'anthropic-messages') return null;
  if (typeof type !== 'string' || !CLIENTS_OWN[protocol].test(type)) return named(String(type));
  return toolBeyond(protocol, tool['tools']);
}

const named = (name: string | undefined): string | null => (name === undefined ? null : `the tool ${name}`);

/** Fields that hold an address of something the provider is to read: pictures, sounds, films, files, whatever comes next. */
const ADDRESS = /(?:_ur[il]|Ur[il])$/;
/** What the client's own tools say and are asked: anything may stand in it. */
const CLIENTS_WORDS: ReadonlySet<string> = new Set([
  ...['input_schema', 'parameters', 'parametersJsonSchema', 'args', 'response', 'arguments', 'schema'],
]);

/** What the provider is to fetch, or has kept: neither is on the record. Walks by itself: nesting is the client's to choose. */
function broughtIn(body: Fields): string | null {
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const inner of value as unknown[]) left.push(inner);
    else if (isFields(value)) {
      if (value['type'] === 'url' && typeof value['url'] === 'string') return 'an address to be fetched';
      if (isKept(value)) return 'what is kept at the provider';
      for (const [name, inner] of Object.entries(value)) {
        if ((ADDRESS.test(name) && isFetched(inner)) || (name === 'file_data' && isAddress(inner)))
          return 'an address to be fetched';
        const clientsWords = CLIENTS_WORDS.has(name) || (name === 'input' && value['type'] === 'tool_use');
        if (!clientsWords) left.push(inner);
      }
    }
  }
  return null;
}

/** A file, an item or a spoken answer that stands there under an id, whoever put it there. */
function isKept({ type, file_id: file, audio }: Fields): boolean {
  return type === 'item_reference' || typeof file === 'string' || (isFields(audio) && typeof audio['id'] === 'string');
}

/** Pictures come along in `data:` addresses, which lead nowhere. */
function isFetched(value: unknown): boolean {
  const address = isFields(value) ? value['url'] : value;
  return typeof address === 'string' && !/^data:/i.test(address);
}

/** The bytes of a file, which some also fetch: base64 has no colon. */
const isAddress = (value: unknown): boolean => isFetched(value) && String(value).includes(':');

/**
 * An item of the input that has an id and not what it is about is one that the provider looks up, whether or not it says so. What it
 * has said in this episode may be named again: CLIs send all of it back, as it came.
 */
function referredTo(input: unknown, given: GivenItems): string | null {
  if (!Array.isArray(input)) return null;
  const kept = (input as unknown[]).some((item) => isFields(item) && isOnlyNamed(item) && !given.has(item['id']));
  return kept ? 'what is kept at the provider' : null;
}

/** What makes an item of such a type whole; of any other it is whatever stands beside its name. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  // A summary is not what was thought.
  reasoning: ['encrypted_content', 'content'],
  compaction: ['encrypted_content'],
  image_generation_call: ['result'],
};
const NAME: ReadonlySet<string> = new Set(['id', 'type', 'status']);

function isOnlyNamed(item: Fields): boolean {
  const { id, type, role } = item;
  if (!isAsked(id)) return false;
  if (typeof type !== 'string') return !isAsked(role);
  const about = Object.hasOwn(ABOUT, type) ? ABOUT[type]! : Object.keys(item).filter((name) => !NAME.has(name));
  return !about.some((name) => isAsked(item[name]) && item[name] !== '');
}
