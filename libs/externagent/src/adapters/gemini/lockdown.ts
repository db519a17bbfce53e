/**
 * The files, argv and environment that hold Gemini CLI. It passes over settings it does not know, so none of this is
 * trusted by itself: readiness runs exactly this against a listener of ours and looks at the tools its model is offered.
 */
export interface LockdownInput {
  readonly model: string;
  readonly bridge: { readonly name: string; readonly url: string; readonly tokenEnv: string };
}

/** Text of its settings. Holds no secret: it puts the token in from its environment. */
export const settingsText = ({ bridge }: Pick<LockdownInput, 'bridge'>): string =>
  JSON.stringify({
    mcpServers: {
      [bridge.name]: {
        httpUrl: bridge.url,
        headers: { Authorization: `Bearer \${${bridge.tokenEnv}}` },
        timeout: 900_000,
      },
    },
    mcp: { allowed: [bridge.name] },
    security: {
      auth: { selectedType: 'gemini-api-key' },
      disableYoloMode: true,
      disableAlwaysAllow: true,
    },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 3 },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ide: { enabled: false },
    advanced: { ignoreLocalEnv: true, autoConfigureMemory: false },
    tools: { useRipgrep: false, sandbox: false },
    skills: { enabled: false },
    hooksConfig: { enabled: false },
    admin: { extensions: { enabled: false }, skills: { enabled: false } },
    experimental: { enableAgents: false, extensionManagement: false },
    context: { fileName: [], includeDirectoryTree: false, discoveryMaxDirs: 0 },
    useWriteTodos: false,
  });

/** Everything is denied but the bridge. What is denied for good is not even offered to the model. */
export const policyText = ({ bridge }: Pick<LockdownInput, 'bridge'>): string => `[[rule]]
toolName = "*"
decision = "deny"
priority = 100

[[rule]]
mcpName = "${bridge.name}"
toolName = "*"
decision = "allow"
priority = 900
`;

/** The prompt comes on stdin. `resume`: UUID of a conversation that its home holds. */
export const lockdownArgs = (model: string, policyFile: string, resume: string | null = null): readonly string[] => [
  ...['--output-format', 'stream-json'],
  // It starts in its own empty home, and reads nothing that lies there.
  '--skip-trust',
  ...['--approval-mode', 'default'],
  ...['--policy', policyFile],
  ...['--extensions', 'none'],
  ...['--model', model],
  ...(resume === null ? [] : ['--resume', resume]),
];

/** Everything that calls elsewhere or reads what lies around is off; every folder is inside the episode's home. */
export const lockdownEnv = (home: string): Readonly<Record<string, string>> => ({
  // Its settings are those of a user: the stronger ones of a system must belong to root, all the way up.
  GEMINI_CLI_HOME: home,
  GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${home}/none.json`,
  GEMINI_CLI_SYSTEM_DEFAULTS_PATH: `${home}/none.json`,
  // It would start itself anew under another process.
  GEMINI_CLI_NO_RELAUNCH: '1',
  GEMINI_TELEMETRY_ENABLED: 'false',
  NO_COLOR: '1',
  NO_PROXY: '127.0.0.1,localhost',
});
