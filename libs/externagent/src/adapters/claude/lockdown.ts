/**
 * The argv and environment that hold Claude Code. An option that a version does not know ends it with an error, and
 * readiness rehearses exactly these arguments before it is ever used, so the lockdown fails closed.
 */
export interface LockdownInput {
  readonly model: string;
  /** JSON file with the one MCP server; holds no secret. */
  readonly mcpConfigFile: string;
  readonly bridgeName: string;
  /** Whether it keeps its conversation in its home. */
  readonly keep: boolean;
  /** The conversation to go on with; null: a new one. */
  readonly resume: string | null;
}

/** Arguments of one `claude --print`; the prompt comes on stdin. Holds no secret. */
export function lockdownArgs({ model, mcpConfigFile, bridgeName, keep, resume }: LockdownInput): readonly string[] {
  return [
    '--print',
    ...['--output-format', 'stream-json'],
    '--verbose',
    // No hooks, plug-ins, memory, CLAUDE.md, OAuth or keychain.
    '--bare',
    // No settings file of a user or a project, and no built-in tool that runs code.
    '--restricted',
    ...['--setting-sources', ''],
    '--strict-mcp-config',
    ...['--mcp-config', mcpConfigFile],
    // None of its own tools at all.
    ...['--tools', ''],
    ...['--permission-mode', 'dontAsk'],
    ...['--permission-prompts', 'none'],
    ...['--allowedTools', `mcp__${bridgeName}`],
    '--disable-slash-commands',
    ...(keep || resume !== null ? [] : ['--no-session-persistence']),
    ...(resume === null ? [] : ['--resume', resume]),
    '--no-chrome',
    ...['--model', model],
  ];
}

/** The bridge as Claude Code is told of it: it puts the token in from its environment. */
export function mcpConfig(bridge: { readonly name: string; readonly url: string; readonly tokenEnv: string }): string {
  const server = { type: 'http', url: bridge.url, headers: { Authorization: `Bearer \${${bridge.tokenEnv}}` } };
  return JSON.stringify({ mcpServers: { [bridge.name]: server } });
}

/** Everything that calls elsewhere is off; waiting is bounded, but as long as a call of ours may take. */
export const LOCKDOWN_ENV: Readonly<Record<string, string>> = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_MAX_RETRIES: '2',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
  // The bridge's tools stand in the request from the start, not behind a search.
  ENABLE_TOOL_SEARCH: 'false',
  MCP_TIMEOUT: '10000',
  MCP_TOOL_TIMEOUT: '900000',
  NO_PROXY: '127.0.0.1,localhost',
};
