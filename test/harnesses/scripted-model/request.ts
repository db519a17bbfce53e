/** Reads what a client sent to the scripted model: its body, and the tools it offers. */
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; the text where it is none; null where there was no body. */
  readonly body: unknown;
}

export interface OfferedTool {
  /** Name of the function as the model would call it. */
  readonly name: string;
  /** Namespace it stands in, or null for a flat one. */
  readonly namespace: string | null;
  readonly type: string;
}

export async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = decode(Buffer.concat(chunks), request.headers['content-encoding']);
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: parsed(text) };
}

/** Every tool a request offers: Responses, Chat Completions, Messages or Gemini, flat, namespaced, or hidden in the input. */
export function offeredTools(body: unknown): readonly OfferedTool[] {
  if (!isMap(body)) return [];
  const lists = [body['tools'], ...additional(body['input'])];
  return lists.flatMap((list) => (Array.isArray(list) ? list.flatMap((tool) => flatten(tool, null)) : []));
}

/** All text a request carries, for a scenario that looks something up in the prompt. */
export function promptText(body: unknown): string {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (isMap(value)) Object.values(value).forEach(walk);
  };
  if (isMap(body)) walk(body['input'] ?? body['messages'] ?? body['contents']);
  return found.join('\n');
}

function flatten(tool: unknown, namespace: string | null): OfferedTool[] {
  if (!isMap(tool)) return [];
  const type = text(tool['type']);
  const declared = tool['functionDeclarations'];
  if (Array.isArray(declared)) return declared.flatMap((inner) => flatten(inner, namespace));
  if (Array.isArray(tool['tools'])) return tool['tools'].flatMap((inner) => flatten(inner, text(tool['name'])));
  const inner = isMap(tool['function']) ? tool['function'] : tool;
  return [{ name: text(inner['name']) || type, namespace, type }];
}

function additional(input: unknown): unknown[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((item) => (isMap(item) && item['type'] === 'additional_tools' ? [item['tools']] : []));
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  switch (encoding) {
    case 'gzip':
      return gunzipSync(bytes).toString();
    case 'deflate':
      return inflateSync(bytes).toString();
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'zstd':
      return zstdDecompressSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
