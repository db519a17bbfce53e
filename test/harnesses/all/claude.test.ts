/** The real Claude Code, end to end. */
import { CLAUDE } from '../cli/claude.ts';
import { contractOf } from '../contract.ts';
import { bubblewrap, runEpisodeOf } from '../episode.ts';
import { redirected } from '../sandbox-wrappers.ts';
import { answer, raw, say, status } from '../scripted-model.ts';

const use = (name: string, input: Record<string, unknown>) => [raw({ type: 'tool_use', name, input })];

contractOf({
  cli: CLAUDE,
  pairedBy: 'call_id',
  environment: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CODE_DISABLE_AUTO_MEMORY',
    'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS',
    'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
    'CLAUDE_CODE_MAX_RETRIES',
    'CLAUDE_CONFIG_DIR',
    'DISABLE_AUTOUPDATER',
    'DISABLE_ERROR_REPORTING',
    'DISABLE_TELEMETRY',
    'ENABLE_TOOL_SEARCH',
    'MCP_TIMEOUT',
    'MCP_TOOL_TIMEOUT',
    'NO_PROXY',
  ],
  hostile: [
    use('Bash', { command: 'touch pwned', description: 'x' }),
    use('Write', { file_path: 'pwned', content: 'x' }),
    use('Read', { file_path: '/etc/hostname' }),
    use('Task', { description: 'x', prompt: 'touch pwned', subagent_type: 'general-purpose' }),
    use('WebFetch', { url: 'http://127.0.0.1:1/', prompt: 'x' }),
    use('ListMcpResourcesTool', {}),
    use('ToolSearch', { query: 'Bash' }),
    use('Skill', { skill: 'run' }),
  ],
});

it('a bridge that could not be reached is the reason, though Claude Code calls its end a success', async () => {
  const outcome = await runEpisodeOf(CLAUDE, {
    scenario: [answer(say('I have no tools.'))],
    sandbox: ({ port }) =>
      redirected(bubblewrap(), (target) => (target.port === port ? null : { host: '127.0.0.1', port: 1 })),
  });
  await outcome.cleanUp();
  const { result, recorder } = outcome;
  expect(result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed' });
  expect(result.error).toContain('did not connect to the bridge');
  expect(recorder.payloads('provenance.attested').at(-1)).toMatchObject({ kind: 'done' });
});

it('a provider that fails for ever ends within a bounded time, and is worth retrying', async () => {
  const outcome = await runEpisodeOf(CLAUDE, {
    scenario: [status(500, 'Sorry.', 'server_error', 'api_error')],
  });
  await outcome.cleanUp();
  const { result, recorder } = outcome;
  expect(result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed' });
  const errors = recorder.payloads('provenance.attested').filter(({ kind }) => kind === 'error');
  expect(errors.at(-1)).toMatchObject({ summary: { terminal: false } });
});
