import { claudeAdapter } from '@runseal/externagent';
import { KEY, type CliUnderTest } from '../episode.ts';
import { offeredTools } from '../scripted-model.ts';

/** One for all episodes of a file, as a worker has it: a binary that passed is not examined again. */
const adapter = claudeAdapter();

export const CLAUDE: CliUnderTest = {
  version: '2.1.332',
  install: 'claude',
  model: 'claude-sonnet-4-5',
  adapter: () => adapter,
  env: (model) => ({ RUNSEAL_CLAUDE_API_KEY: KEY, RUNSEAL_CLAUDE_BASE_URL: model.origin }),
  offered: ({ body }) => offeredTools(body).map(({ name }) => name.replace(/^mcp__runseal__/, 'mcp__runseal/')),
};
