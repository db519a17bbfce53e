import { codexAdapter } from '@runseal/externagent';
import { KEY, type CliUnderTest } from '../episode.ts';
import { offeredTools } from '../scripted-model.ts';

/** What codex names our bridge to its model. */
export const BRIDGE_NAMESPACE = 'mcp__runseal';

/** One for all episodes of a file, as a worker has it: a binary that passed is not examined again. */
const adapter = codexAdapter();

export const CODEX: CliUnderTest = {
  version: '0.171.0',
  install: 'codex',
  model: 'gpt-5.5',
  adapter: () => adapter,
  env: (model) => ({ RUNSEAL_CODEX_API_KEY: KEY, RUNSEAL_CODEX_BASE_URL: model.url }),
  namespace: BRIDGE_NAMESPACE,
  // They speak to the bridge only, which has no resources.
  harmless: ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'],
  offered: ({ body }) =>
    offeredTools(body).map(({ name, namespace }) => (namespace === null ? name : `${namespace}/${name}`)),
};
