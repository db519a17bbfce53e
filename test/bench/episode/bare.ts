/** The same codex, confined the same way, on a bare MCP server with the same tools: no bridge, no gateway, nothing recorded. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { workspaceTools, type ToolContext } from '@runseal/dispatch';
import { z } from 'zod';
import { CODEX } from '../../harnesses/cli/codex.ts';
import { bubblewrap } from '../../harnesses/episode.ts';
import { startScriptedModel } from '../../harnesses/scripted-model.ts';
import { CALLS, SCRIPT } from './script.ts';

const TOKEN_ENV = 'RUNSEAL_BRIDGE_TOKEN';

/** Probed once, as in a worker. */
const sandbox = bubblewrap();

/** Those an episode of ours is offered: its model is sent as much. */
const TOOLS = workspaceTools();

/** Those of an episode of ours. */
const LIMITS = {
  memoryBytes: 8 * 1024 ** 3,
  processes: 512,
  fileBytes: 1024 ** 3,
  openFiles: 4096,
  temporaryBytes: 512 * 1024 ** 2,
};

/** Milliseconds from the server going up to the program being gone. Throws when it did not do its work. */
export async function bareEpisode(): Promise<number> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'bare-episode-')));
  const [model, workspace] = [await startScriptedModel({ scenario: SCRIPT }), join(home, 'workspace')];
  await Promise.all([mkdir(join(home, 'tmp')), mkdir(workspace)]);
  const startedAt = performance.now();
  const server = await startServer(workspace);
  try {
    const code = await runCodex(home, server, CODEX.env(model));
    const took = performance.now() - startedAt;
    if (code !== 0 || server.calls() !== CALLS + 1)
      throw new Error(`The bare episode ended with ${code} after ${server.calls()} calls.`);
    return took;
  } finally {
    await Promise.all([server.close(), model.close()]);
    await rm(home, { recursive: true, force: true });
  }
}

interface BareServer {
  readonly port: number;
  readonly token: string;
  calls(): number;
  close(): Promise<void>;
}

async function runCodex(home: string, server: BareServer, env: Readonly<Record<string, string>>) {
  const invocation = await CODEX.adapter().command({
    input: 'Before anything else, call conformance_check once with {"nonce": "0123"}. Then write the files.',
    workspace: home,
    home,
    model: CODEX.model,
    profile: 'strict',
    bridge: {
      name: 'runseal',
      url: `http://127.0.0.1:${server.port}/mcp`,
      token: server.token,
      tokenEnv: TOKEN_ENV,
      tools: ['conformance_check', ...TOOLS.map(({ name }) => name)],
    },
    gateway: null,
    env,
  });
  const program = await sandbox.start({
    path: invocation.path,
    args: invocation.args,
    env: { HOME: home, TMPDIR: join(home, 'tmp'), LANG: 'C.UTF-8', PATH: '/usr/bin:/bin', ...invocation.env },
    cwd: home,
    mounts: [{ kind: 'rw', host: home, child: home }, ...invocation.mounts],
    reach: [{ port: server.port, target: { host: '127.0.0.1', port: server.port } }, ...invocation.reach],
    limits: LIMITS,
    floor: 'kernel',
  });
  program.stdin.end(invocation.stdin);
  program.stdout.resume();
  program.stderr.resume();
  return (await program.exited).code;
}

function contextOf(workspace: string): ToolContext {
  const never = new AbortController().signal;
  return {
    workspace,
    sandbox,
    floor: 'kernel',
    signal: never,
    abandoned: never,
    maxOutputBytes: 100_000,
    idempotencyKey: 'bare',
  };
}

/** As the SDK's own examples do it: one transport a session. */
async function startServer(workspace: string): Promise<BareServer> {
  const token = randomUUID();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const context = contextOf(workspace);
  let calls = 0;
  const connected = async (): Promise<StreamableHTTPServerTransport> => {
    const mcp = new McpServer({ name: 'bare', version: '1' });
    mcp.registerTool('conformance_check', { inputSchema: { nonce: z.string() } }, () => {
      calls += 1;
      return { content: [{ type: 'text', text: 'Go on.' }] };
    });
    for (const tool of TOOLS)
      mcp.registerTool(tool.name, { description: tool.description, inputSchema: tool.schema }, async (args) => {
        calls += 1;
        const { text } = await tool.run(args, context);
        return { content: [{ type: 'text', text }] };
      });
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await mcp.connect(transport);
    return transport;
  };
  const http = createServer((request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
    else void Promise.resolve(known ?? connected()).then((transport) => transport.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    token,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
