import { z } from 'zod';
import type { Tool } from './tool.ts';

/** Written once: tools are constants, and each episode offers all of them. */
const written = new WeakMap<z.ZodType, Record<string, unknown>>();

/** JSON Schema (2020-12) of a tool's arguments as a caller writes them, for offering to a model or over MCP. */
export function toolInputSchema({ schema }: Pick<Tool, 'schema'>): Record<string, unknown> {
  const known = written.get(schema) ?? z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  written.set(schema, known);
  return { ...known };
}
