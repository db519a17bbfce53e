/** MCP clients for tests: the SDK's own, and bare HTTP for what no well-behaved client would send. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Bridge } from '../bridge/bridge.ts';

const connected: Client[] = [];

/** Closes every client that was connected here. */
export async function closeClients(): Promise<void> {
  await Promise.allSettled(connected.splice(0).map((client) => client.close()));
}

export async function connectClient({ address }: Bridge): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${address.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit: { headers } }));
  connected.push(client);
  return client;
}

export async function conformantClient(bridge: Bridge): Promise<Client> {
  const client = await connectClient(bridge);
  await client.callTool({ name: 'conformance_check', arguments: { nonce: bridge.probe.nonce } });
  return client;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Break off once the request is out. */
  readonly signal?: AbortSignal;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request as given; token and MCP headers are only there where `headers` leaves them. */
export function raw(
  bridge: Bridge,
  { method = 'POST', path = '/mcp', headers = {}, body, signal }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: bridge.port,
      method,
      path,
      headers,
      agent: false,
      ...(signal === undefined ? {} : { signal }),
    };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

export const mcpHeaders = (bridge: Bridge, session?: string): Record<string, string> => ({
  authorization: `Bearer ${bridge.address.token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(session === undefined ? {} : { 'mcp-session-id': session }),
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** Opens a session and answers its id. */
export async function openRawSession(bridge: Bridge): Promise<string> {
  const answer = await raw(bridge, { headers: mcpHeaders(bridge), body: JSON.stringify(INITIALIZE) });
  const id = answer.headers['mcp-session-id'];
  if (typeof id !== 'string') throw new Error(`No session: ${answer.status} ${answer.text}`);
  return id;
}

/** The JSON-RPC message in an answer's event stream. */
export function messageIn(answer: RawAnswer): Record<string, unknown> {
  const data = /^data: (.*)$/m.exec(answer.text)?.[1] ?? answer.text;
  return JSON.parse(data) as Record<string, unknown>;
}

export function callBody(id: string | number, name: string, args: string, meta?: object): string {
  const suffix = meta === undefined ? '' : `,"_meta":${JSON.stringify(meta)}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args}${suffix}}}`;
}
