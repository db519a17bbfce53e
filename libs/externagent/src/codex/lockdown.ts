/**
 * The argv that holds codex, verified against 0.171: `--strict-config` makes every key and feature below fail closed in
 * a version that does not know it, and readiness rehearses exactly these arguments before codex is ever used.
 */
import type { CodexProfile } from './profile.ts';
import { tomlArray, tomlTable, tomlText } from './toml.ts';

export interface ServerLockdown {
  readonly profile: CodexProfile;
  /** Catalog without native tools; null leaves codex its own. */
  readonly catalogFile: string | null;
  /** Without a variable the key comes from auth.json in the codex home. */
  readonly provider: { readonly baseUrl: string; readonly keyEnv: string | null };
  readonly bridge: {
    readonly name: string;
    readonly url: string;
    readonly tokenEnv: string;
    readonly tools: readonly string[];
  };
}

export interface LockdownInput extends ServerLockdown {
  readonly model: string;
  readonly workingFolder: string;
  readonly lastMessageFile: string;
  /** The conversation to go on with; null: a new one. */
  readonly resume: string | null;
  /** Whether codex keeps its conversation in its home. */
  readonly keep: boolean;
}

/**
 * Arguments of one `codex app-server` on stdio. Model, folder and sandbox are said in its protocol. Holds no secret.
 *
 * @param folder where it works: with its own sandbox off it would trust that, and start what lies in `.codex/` there
 */
export function serverLockdownArgs(input: ServerLockdown, folder: string): readonly string[] {
  const untrusted = `{${tomlText(folder)}={trust_level="untrusted"}}`;
  // What people allow is to find its programs, and still neither token nor key.
  const path = { shell_environment_policy: '{inherit="none",set={PATH="/usr/local/bin:/usr/bin:/bin"}}' };
  const values = {
    ...config(input),
    // Its question is put before people.
    ...(input.profile === 'contained' ? { ...path, 'tools.experimental_request_user_input': '{enabled=true}' } : {}),
    projects: untrusted,
  };
  const asking = input.profile === 'contained' ? ['--enable', 'default_mode_request_user_input'] : [];
  return ['app-server', '--stdio', '--strict-config', ...features(input.profile), ...asking, ...settings(values)];
}

/** Arguments of one `codex exec`; the prompt comes on stdin (`-`). Holds no secret. */
export function lockdownArgs(input: LockdownInput): readonly string[] {
  return [
    'exec',
    '--json',
    '--strict-config',
    '--ignore-user-config',
    '--ignore-rules',
    '--skip-git-repo-check',
    ...(input.keep || input.resume !== null ? [] : ['--ephemeral']),
    ...['--sandbox', SANDBOX[input.profile]],
    ...['--cd', input.workingFolder],
    ...['--model', input.model],
    ...features(input.profile),
    ...settings(config(input)),
    ...['--output-last-message', input.lastMessageFile],
    ...(input.resume === null ? [] : ['resume', input.resume]),
    '-',
  ];
}

const features = (profile: CodexProfile): string[] =>
  [...OFF, ...(profile === 'strict' ? OFF_STRICT : [])].flatMap((feature) => ['--disable', feature]);

const settings = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([key, value]) => ['--config', `${key}=${value}`]);

/**
 * Codex's own sandbox cannot nest in ours. Under `contained` it is off: ours is the boundary, and codex then reports a
 * denied command as a failed one instead of leaving it out of its stream.
 */
const SANDBOX: Readonly<Record<CodexProfile, string>> = { strict: 'read-only', contained: 'danger-full-access' };

/** Off under every profile: agents, hosted and desktop tools, hooks, plug-ins, memory, anything that calls elsewhere. */
const OFF = [
  'api_key_model_discovery',
  'apps',
  'browser_use',
  'browser_use_external',
  'browser_use_full_cdp_access',
  'computer_use',
  'daemon_auto_start',
  'goals',
  'hooks',
  'image_generation',
  'memories',
  'multi_agent',
  'plugins',
  'remote_plugin',
  'shell_snapshot',
  'skill_mcp_dependency_install',
  'skill_search',
  'sleep_tool',
  'system_proxy_fallback',
  'tool_call_mcp_elicitation',
  'tool_suggest',
  'unbounded_connection_retries',
  'workspace_dependencies',
] as const;

const OFF_STRICT = ['code_mode_host', 'shell_tool', 'unified_exec', 'view_image'] as const;

function config(input: ServerLockdown): Readonly<Record<string, string>> {
  const { bridge, provider } = input;
  return {
    approval_policy: tomlText('never'),
    ...(input.catalogFile === null ? {} : { model_catalog_json: tomlText(input.catalogFile) }),
    web_search: tomlText('disabled'),
    'tools.experimental_request_user_input': '{enabled=false}',
    'tools.update_plan': '{enabled=false}',
    'skills.bundled.enabled': 'false',
    'skills.include_instructions': 'false',
    'analytics.enabled': 'false',
    'feedback.enabled': 'false',
    check_for_update_on_startup: 'false',
    'history.persistence': tomlText('none'),
    project_doc_max_bytes: '0',
    // Native commands must not see the bridge token or the provider's key.
    shell_environment_policy: '{inherit="none"}',
    allow_login_shell: 'false',
    otel: '{exporter="none",metrics_exporter="none",trace_exporter="none"}',
    cli_auth_credentials_store: tomlText('file'),
    model_provider: tomlText('runseal'),
    'model_providers.runseal': tomlTable({
      name: tomlText('runseal'),
      base_url: tomlText(provider.baseUrl),
      ...(provider.keyEnv === null ? { requires_openai_auth: 'true' } : { env_key: tomlText(provider.keyEnv) }),
      wire_api: tomlText('responses'),
      request_max_retries: '2',
      stream_max_retries: '2',
      stream_idle_timeout_ms: '120000',
    }),
    [`mcp_servers.${bridge.name}`]: tomlTable({
      url: tomlText(bridge.url),
      bearer_token_env_var: tomlText(bridge.tokenEnv),
      // Ours is the only approval that counts: without this codex refuses every call that is not read-only by itself.
      default_tools_approval_mode: tomlText('approve'),
      // Without this a bridge that cannot be reached is an episode without tools and exit 0.
      required: 'true',
      startup_timeout_sec: '10',
      tool_timeout_sec: '900',
      enabled_tools: tomlArray(bridge.tools),
    }),
  };
}
