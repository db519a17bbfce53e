import { toolInputSchema } from './tool-schema.ts';
import { workspaceTools } from './tools/workspace-tools.ts';

test.each(workspaceTools().map((tool) => [tool.name, tool] as const))(
  '%s has a closed, bounded schema that describes its arguments',
  (_, tool) => {
    const schema = toolInputSchema(tool) as {
      type: string;
      additionalProperties: unknown;
      properties: Record<
        string,
        {
          type: string;
          description?: string;
          maxLength?: number;
          maximum?: number;
          maxItems?: number;
          enum?: unknown[];
        }
      >;
    };
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const [name, property] of Object.entries(schema.properties)) {
      const bounded = property.enum ?? property.maxLength ?? property.maximum ?? property.maxItems;
      expect([name, bounded]).toEqual([name, expect.anything()]);
    }
  },
);

test('defaults are not required of the caller', () => {
  const [read] = workspaceTools();
  expect(toolInputSchema(read!)).toMatchObject({ required: ['path'] });
});
