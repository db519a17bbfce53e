/** The real opencode, end to end. */
import { OPENCODE } from '../cli/opencode.ts';
import { contractOf } from '../contract.ts';
import { call } from '../scripted-model.ts';

contractOf({
  cli: OPENCODE,
  pairedBy: 'inferred',
  environment: [
    'NO_PROXY',
    'OPENCODE_CONFIG',
    'OPENCODE_DISABLE_AUTOUPDATE',
    'OPENCODE_DISABLE_CLAUDE_CODE',
    'OPENCODE_DISABLE_DEFAULT_PLUGINS',
    'OPENCODE_DISABLE_EXTERNAL_SKILLS',
    'OPENCODE_DISABLE_LSP_DOWNLOAD',
    'OPENCODE_DISABLE_MODELS_FETCH',
    'OPENCODE_DISABLE_PROJECT_CONFIG',
    'OPENCODE_DISABLE_SHARE',
    'RUNSEAL_PROVIDER_KEY',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
  ],
  hostile: [
    [call('bash', { command: 'touch pwned', description: 'x' })],
    [call('write', { filePath: 'pwned', content: 'x' })],
    [call('read', { filePath: '/etc/hostname' })],
    [call('task', { description: 'x', prompt: 'touch pwned', subagent_type: 'general' })],
    [call('webfetch', { url: 'http://127.0.0.1:1/', format: 'text' })],
  ],
});
