/**
 * The model catalog codex is started with under `strict`. Codex builds its tool list from the catalog entry of the
 * model, so an entry without shell, patch, code mode and search leaves it none of its own (ADR 0041).
 */

/** JSON text of a catalog with this one model and no native tools. */
export function toollessCatalog(model: string): string {
  return JSON.stringify({ models: [entry(model)] }, null, 1);
}

const entry = (model: string): Record<string, unknown> => ({
  slug: model,
  display_name: model,
  base_instructions: 'You are an agent. Act only through the tools that are offered to you.',
  supported_reasoning_levels: [],
  visibility: 'list',
  supported_in_api: true,
  priority: 1,
  support_verbosity: true,
  truncation_policy: { mode: 'tokens', limit: 10_000 },
  tool_mode: 'direct',
  shell_type: 'disabled',
  apply_patch_tool_type: null,
  experimental_supported_tools: [],
  supports_search_tool: false,
  use_responses_lite: false,
  input_modalities: ['text'],
  multi_agent_version: 'disabled',
});
