/**
 * The configuration, argv and environment that hold opencode. It ignores configuration it does not know, so none of this
 * is trusted by itself: readiness asks opencode which tools its agent is left with under exactly this.
 */
export interface LockdownInput {
  readonly model: string;
  readonly provider: { readonly baseUrl: string; readonly keyEnv: string };
  readonly bridge: { readonly name: string; readonly url: string; readonly tokenEnv: string };
}

/** The agent that works in an episode; readiness examines the same one. */
export const AGENT = 'build';

/** Text of the configuration file. Holds no secret: opencode puts key and token in from its environment. */
export function configText({ model, provider, bridge }: LockdownInput): string {
  const spoken = `${PROVIDER}/${model}`;
  return JSON.stringify({
    model: spoken,
    small_model: spoken,
    enabled_providers: [PROVIDER],
    provider: {
      [PROVIDER]: {
        npm: '@ai-sdk/openai-compatible',
        name: PROVIDER,
        options: { baseURL: provider.baseUrl, apiKey: `{env:${provider.keyEnv}}` },
        models: { [model]: { name: model } },
      },
    },
    mcp: {
      [bridge.name]: {
        type: 'remote',
        url: bridge.url,
        enabled: true,
        oauth: false,
        headers: { Authorization: `Bearer {env:${bridge.tokenEnv}}` },
        timeout: 900_000,
      },
    },
    // What is denied for good is not even offered to the model.
    permission: { '*': 'deny', [`${bridge.name}_*`]: 'allow' },
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    lsp: false,
    formatter: false,
    plugin: [],
    instructions: [],
  });
}

const PROVIDER = 'runseal';

/**
 * The prompt comes on stdin. With a title of ours it does not ask its model for one; a conversation that goes on
 * (`resume`, its id) has that title already.
 */
export const lockdownArgs = (model: string, resume: string | null): readonly string[] => [
  'run',
  ...['--format', 'json'],
  '--pure',
  '--thinking',
  ...(resume === null ? ['--title', 'episode'] : ['--session', resume]),
  ...['--agent', AGENT],
  ...['--model', `${PROVIDER}/${model}`],
];

/** Everything that calls elsewhere or reads what lies around is off; every folder is inside the episode's home. */
export const lockdownEnv = (home: string, configFile: string): Readonly<Record<string, string>> => ({
  OPENCODE_CONFIG: configFile,
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_SHARE: '1',
  XDG_CACHE_HOME: `${home}/cache`,
  XDG_CONFIG_HOME: `${home}/config`,
  XDG_DATA_HOME: `${home}/data`,
  XDG_STATE_HOME: `${home}/state`,
  NO_PROXY: '127.0.0.1,localhost',
});
