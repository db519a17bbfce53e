import type { Adapter } from '../adapter.ts';
import { claudeAdapter } from '../adapters/claude/index.ts';
import { codexAdapter } from '../adapters/codex/index.ts';
import { codexAppAdapter } from '../adapters/codex-app/index.ts';
import { geminiAdapter } from '../adapters/gemini/index.ts';
import { opencodeAdapter } from '../adapters/opencode/index.ts';
import { referenceAdapter } from '../adapters/reference/index.ts';

/** Every CLI this version can drive. */
export function allAdapters(): readonly Adapter[] {
  return [referenceAdapter(), codexAdapter(), codexAppAdapter(), claudeAdapter(), opencodeAdapter(), geminiAdapter()];
}

/** null when this version has none of that name. */
export function adapterNamed(name: string): Adapter | null {
  return allAdapters().find((adapter) => adapter.name === name) ?? null;
}
