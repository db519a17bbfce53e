import { geminiAdapter } from '@runseal/externagent';
import { KEY, type CliUnderTest } from '../episode.ts';
import { offeredTools } from '../scripted-model.ts';

/** One for all: what it was examined for once holds as long as its file is the same. */
const adapter = geminiAdapter();

export const GEMINI: CliUnderTest = {
  version: '0.61.0',
  install: 'gemini',
  model: 'gemini-2.5-flash',
  adapter: () => adapter,
  env: (model) => ({ RUNSEAL_GEMINI_API_KEY: KEY, RUNSEAL_GEMINI_BASE_URL: model.origin }),
  offered: ({ body }) => offeredTools(body).map(({ name }) => name),
};
