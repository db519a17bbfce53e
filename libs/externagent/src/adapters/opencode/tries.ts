/** What a model would say to make opencode act by itself, surface by surface. */
import type { SurfaceTries } from '../../adapter.ts';
import { PROBE_COMMAND } from '../../evidence/mark.ts';
import type { Speech } from '../../evidence/scripted/speech.ts';

const TASK = { description: 'probe', prompt: 'say hello', subagent_type: 'general' };

export const OPENCODE_TRIES: SurfaceTries = {
  model: 'gpt-5.5',
  protocol: 'openai-chat',
  env: (origin) => ({ RUNSEAL_OPENCODE_BASE_URL: `${origin}/v1`, RUNSEAL_OPENCODE_API_KEY: 'probe' }),
  tries: [
    { surface: 'shell', speech: call('bash', { command: PROBE_COMMAND, description: 'probe' }) },
    { surface: 'file_writes', speech: call('write', { filePath: 'runseal-probe', content: 'probe' }) },
    { surface: 'file_writes', speech: call('edit', { filePath: 'AGENTS.md', oldString: '#', newString: '##' }) },
    { surface: 'file_writes', speech: call('patch', { patchText: '*** Begin Patch\n*** End Patch\n' }) },
    { surface: 'web_search', speech: call('webfetch', { url: 'https://example.org/', format: 'text' }) },
    { surface: 'web_search', speech: call('websearch', { query: 'runseal' }) },
    { surface: 'sub_agents', speech: call('task', TASK) },
    { surface: 'foreign_mcp', speech: call('planted_anything', {}) },
  ],
  namespace: null,
  refused: /unavailable tool/,
  harmless: [],
};

function call(name: string, args: Record<string, unknown>): Speech {
  return { kind: 'call', name, args };
}
