import { lockdownArgs, serverLockdownArgs, type LockdownInput } from './lockdown.ts';

const input: LockdownInput = {
  profile: 'strict',
  model: 'gpt-5.5',
  workingFolder: '/home/work',
  lastMessageFile: '/home/last',
  keep: false,
  resume: null,
  catalogFile: '/home/catalog.json',
  provider: { baseUrl: 'http://127.0.0.1:9/v1', keyEnv: 'KEY' },
  bridge: { name: 'runseal', url: 'http://127.0.0.1:8/mcp', tokenEnv: 'TOKEN', tools: ['a"b', 'c'] },
};
const disabled = (args: readonly string[]): string[] => args.filter((_, i) => args[i - 1] === '--disable');
const config = (args: readonly string[]): string[] => args.filter((_, i) => args[i - 1] === '--config');

const exec = (profile: 'strict' | 'contained') => lockdownArgs({ ...input, profile });

describe('the lockdown', () => {
  it('fails closed: unknown keys are errors, the user configuration and rules are not read', () => {
    expect(lockdownArgs(input)).toEqual(
      expect.arrayContaining(['--strict-config', '--ignore-user-config', '--ignore-rules', '--ephemeral']),
    );
    expect(lockdownArgs(input)).not.toContain('--trust');
    expect(lockdownArgs(input).join(' ')).not.toContain('dangerously');
  });

  it('reads the prompt from stdin and nothing after it', () => {
    expect(lockdownArgs(input).at(-1)).toBe('-');
  });

  it('takes the native tools away under strict and leaves them to our sandbox under contained', () => {
    const strict = lockdownArgs(input);
    const contained = lockdownArgs({ ...input, profile: 'contained', catalogFile: null });
    const native = ['shell_tool', 'unified_exec', 'view_image', 'code_mode_host'];
    expect(disabled(strict)).toEqual(expect.arrayContaining(native));
    expect(disabled(contained).filter((feature) => native.includes(feature))).toEqual([]);
    expect(config(strict)).toContain('model_catalog_json="/home/catalog.json"');
    expect(config(contained).some((line) => line.startsWith('model_catalog_json'))).toBe(false);
    expect([strict, contained].map((args) => args[args.indexOf('--sandbox') + 1])).toEqual([
      'read-only',
      'danger-full-access',
    ]);
  });

  it('takes everything else away under both', () => {
    const everywhere = ['hooks', 'plugins', 'apps', 'multi_agent', 'memories', 'image_generation', 'computer_use'];
    for (const profile of ['strict', 'contained'] as const) {
      const args = lockdownArgs({ ...input, profile });
      expect(disabled(args)).toEqual(expect.arrayContaining(everywhere));
      expect(config(args)).toEqual(
        expect.arrayContaining([
          'approval_policy="never"',
          'web_search="disabled"',
          'project_doc_max_bytes=0',
          'shell_environment_policy={inherit="none"}',
        ]),
      );
    }
  });

  it('registers the bridge as required, approved, and with exactly its tools', () => {
    const bridge = config(lockdownArgs(input)).find((line) => line.startsWith('mcp_servers.'));
    expect(bridge).toBe(
      'mcp_servers.runseal={url="http://127.0.0.1:8/mcp",bearer_token_env_var="TOKEN",' +
        'default_tools_approval_mode="approve",required=true,startup_timeout_sec=10,tool_timeout_sec=900,' +
        'enabled_tools=["a\\"b","c"]}',
    );
    expect(config(lockdownArgs(input)).filter((line) => line.startsWith('mcp_servers'))).toHaveLength(1);
  });

  it('lets codex ask people only where somebody can answer: under contained, over its app-server', () => {
    const asks = 'tools.experimental_request_user_input={enabled=true}';
    const contained = serverLockdownArgs({ ...input, profile: 'contained' }, '/home/work');
    expect(config(contained)).toContain(asks);
    expect(contained[contained.indexOf('--enable') + 1]).toBe('default_mode_request_user_input');
    const others = [serverLockdownArgs(input, '/home/work'), ...(['strict', 'contained'] as const).map(exec)];
    for (const args of others) {
      expect(config(args)).not.toContain(asks);
      expect(args).not.toContain('--enable');
    }
  });
});
