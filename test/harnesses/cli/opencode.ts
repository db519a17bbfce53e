import { opencodeAdapter } from '@runseal/externagent';
import { KEY, type CliUnderTest } from '../episode.ts';
import { offeredTools } from '../scripted-model.ts';

/** One for all episodes of a file, as a worker has it: a binary that passed is not examined again. */
const adapter = opencodeAdapter();

export const OPENCODE: CliUnderTest = {
  version: '1.18.33',
  install: 'opencode',
  model: 'gpt-5.5',
  adapter: () => adapter,
  env: (model) => ({ RUNSEAL_OPENCODE_API_KEY: KEY, RUNSEAL_OPENCODE_BASE_URL: model.url }),
  offered: ({ body }) => offeredTools(body).map(({ name }) => name),
};
