/** One tool call over MCP: through the bridge and the waist onto the spine, and to a bare server with two bare INSERTs. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createKillSwitch, createSandbox, createWaist, grantOf, workspaceTools } from '@runseal/dispatch';
import type { RunningPostgres } from '@runseal/infra/postgres';
import { connect, openStore, type Sql } from '@runseal/spine/postgres';
import { z } from 'zod';
import { startBridge } from '../../../libs/externagent/src/bridge/bridge.ts';
import { median } from './median.ts';

const ROUNDS = 300;
const TEXT = 'x'.repeat(200);
const CALL = { name: 'workspace_read', arguments: { path: 'notes.txt' } };

/** Milliseconds of the median call, turn about, so that both meet the same disk. */
export async function bridged(server: RunningPostgres): Promise<{ value: number; baseline: number }> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'runseal-bench-workspace-')));
  await writeFile(join(workspace, 'notes.txt'), TEXT);
  const service = connect(server.serviceUrl, { max: 4 });
  const owner = connect(server.ownerUrl, { max: 4 });
  const ours = await throughTheWaist(service, workspace);
  const bare = await bareServer(owner, workspace);
  const spent = { ours: [] as number[], bare: [] as number[] };
  for (let round = -30; round < ROUNDS; round += 1) {
    const [one, other] = [await timed(ours.client), await timed(bare.client)];
    // The first rounds fill caches and prepare statements.
    if (round < 0) continue;
    spent.ours.push(one);
    spent.bare.push(other);
  }
  await ours.close();
  await bare.close();
  await Promise.all([service.end(), owner.end()]);
  await rm(workspace, { recursive: true });
  return { value: median(spent.ours), baseline: median(spent.bare) };
}

async function throughTheWaist(sql: Sql, workspace: string) {
  const store = openStore({ sql });
  await store.openRun({ run: 'bridged', workspace: 'bench' });
  const waist = createWaist({
    recorder: await store.takeOver('bridged'),
    tools: workspaceTools(),
    grant: grantOf([CALL.name]),
    sandbox: createSandbox(),
    workspace,
    floor: 'process',
    killSwitch: createKillSwitch(),
    maxCalls: 100_000,
    maxOutputBytes: 262_144,
    callTimeoutMs: 60_000,
  });
  const fail = (error: unknown): void => {
    throw error;
  };
  const bridge = await startBridge({ waist, onFatal: fail });
  const client = await clientOf(bridge.address.url, { authorization: `Bearer ${bridge.address.token}` });
  await client.callTool({ name: 'conformance_check', arguments: { nonce: bridge.probe.nonce } });
  const close = async (): Promise<void> => {
    await client.close();
    await bridge.close({ inFlight: 'finish' });
  };
  return { client, close };
}

/** The same tool, on the SDK's own server, with what a plain program would write down: one row before, one after. */
async function bareServer(sql: Sql, workspace: string) {
  await sql`create table public.bare_call (call bigint, kind text, body bytea, primary key (call, kind))`;
  const tool = workspaceTools().find(({ name }) => name === CALL.name)!;
  const context = {
    workspace,
    sandbox: createSandbox(),
    floor: 'process' as const,
    signal: new AbortController().signal,
    abandoned: new AbortController().signal,
    maxOutputBytes: 262_144,
    idempotencyKey: 'bare',
  };
  let calls = 0;
  const mcp = new McpServer({ name: 'bare', version: '1' });
  mcp.registerTool(CALL.name, { inputSchema: { path: z.string() } }, async (args) => {
    const call = (calls += 1);
    await sql`insert into public.bare_call values (${call}, 'start', ${Buffer.from(JSON.stringify(args))})`;
    const { text } = await tool.run(args, context);
    await sql`insert into public.bare_call values (${call}, 'end', ${Buffer.from(text)})`;
    return { content: [{ type: 'text', text }] };
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  // The SDK's types are not exact about optional properties.
  await mcp.connect(transport);
  const http = createServer((request, response) => void transport.handleRequest(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const client = await clientOf(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, {});
  const close = async (): Promise<void> => {
    await client.close();
    await mcp.close();
    http.closeAllConnections();
    http.close();
  };
  return { client, close };
}

async function clientOf(url: string, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

async function timed(client: Client): Promise<number> {
  const from = performance.now();
  const answer = await client.callTool(CALL);
  const spent = performance.now() - from;
  if (answer.isError === true) throw new Error(`The call failed: ${JSON.stringify(answer.content)}`);
  return spent;
}
