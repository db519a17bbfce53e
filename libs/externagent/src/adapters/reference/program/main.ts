/**
 * The reference harness's program. Input on stdin, JSON lines on stdout, tools over the bridge; it calls the tools that
 * `@tool_name {json args}` lines name, in order, and echoes the rest. Ends with exit code 1 when it cannot.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readDirectives, type Directive } from '@runseal/harness/directives';

/** Milliseconds for one call; the bridge's own limit is the one that counts. */
const CALL_TIMEOUT_MS = 3_600_000;

try {
  await main();
} catch (error) {
  say({ type: 'error', text: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const input = await readInput();
  say({ type: 'start', harness: 'runseal-reference', version: '0.1.0' });
  const client = await connect();
  const words = await proveConformance(client, input);
  const { directives, rest } = readDirectives(words);
  const done: string[] = [];
  for (const [index, directive] of directives.entries()) done.push(await act(client, directive, `ref-${index + 1}`));
  const text = [rest, ...(done.length > 0 ? ['', 'Done:', ...done] : [])].join('\n').trim();
  say({ type: 'text', text });
  say({ type: 'done' });
  await client.close();
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function connect(): Promise<Client> {
  const { RUNSEAL_BRIDGE_URL: url = '', RUNSEAL_BRIDGE_TOKEN: token = '' } = process.env;
  const client = new Client({ name: 'runseal-reference', version: '0.1.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return client;
}

/** Brings the nonce back and answers the input without the lines that asked for it. */
async function proveConformance(client: Client, input: string): Promise<string> {
  const lines = input.split('\n');
  const asking = lines.filter((line) => line.includes('conformance_check'));
  const nonce = /"nonce": "([^"]+)"/.exec(asking.join('\n'))?.[1];
  if (nonce === undefined) throw new Error('The input holds no conformance nonce.');
  await client.callTool({ name: 'conformance_check', arguments: { nonce } });
  return lines.filter((line) => !asking.includes(line)).join('\n');
}

async function act(client: Client, { tool, args }: Directive, id: string): Promise<string> {
  if (!args.ok) {
    say({ type: 'text', text: `@${tool} was not called: ${args.detail}` });
    return `- ${tool}: not called, its arguments are not JSON`;
  }
  say({ type: 'call', id, tool });
  const given = args.value as Record<string, unknown>;
  const result = await client.callTool({ name: tool, arguments: given, _meta: { callId: id } }, undefined, {
    timeout: CALL_TIMEOUT_MS,
  });
  const status = result.isError === true ? 'failed' : 'completed';
  say({ type: 'result', id, tool, args: args.value, status });
  return `- ${tool}: ${firstLine(result.content)}`;
}

function firstLine(content: unknown): string {
  const first = Array.isArray(content) ? (content[0] as { text?: unknown } | undefined) : undefined;
  const text = typeof first?.text === 'string' ? first.text : '';
  return (text.split('\n', 1)[0] ?? '').slice(0, 120).toWellFormed();
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
