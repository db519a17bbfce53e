import { z } from 'zod';
import type { Tool } from './tool.ts';

/** JSON Schema (2020-12) of a tool's arguments as a caller writes them, for offering to a model or over MCP. */
export function toolInputSchema(tool: Pick<Tool, 'schema'>): Record<string, unknown> {
  return z.toJSONSchema(tool.schema, { io: 'input', target: 'draft-2020-12' });
}
