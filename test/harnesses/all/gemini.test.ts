/** The real Gemini CLI, end to end. */
import { GEMINI } from '../cli/gemini.ts';
import { contractOf } from '../contract.ts';
import { call } from '../scripted-model.ts';

contractOf({
  cli: GEMINI,
  pairedBy: 'inferred',
  environment: [
    'GEMINI_API_KEY',
    'GEMINI_CLI_HOME',
    'GEMINI_CLI_NO_RELAUNCH',
    'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
    'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    'GEMINI_TELEMETRY_ENABLED',
    'GOOGLE_GEMINI_BASE_URL',
    'NO_COLOR',
    'NO_PROXY',
  ],
  hostile: [
    [call('run_shell_command', { command: 'touch pwned' })],
    [call('write_file', { file_path: 'pwned', content: 'x' })],
    [call('replace', { file_path: 'pwned', old_string: '', new_string: 'x' })],
    [call('read_file', { file_path: '/etc/hostname' })],
    [call('web_fetch', { prompt: 'http://127.0.0.1:1/' })],
    [call('google_web_search', { query: 'x' })],
    [call('save_memory', { fact: 'pwned' })],
    [call('codebase_investigator', { objective: 'touch pwned' })],
  ],
});
