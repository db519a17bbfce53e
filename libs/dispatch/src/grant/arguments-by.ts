/** Arguments of an action that is carried out elsewhere: whoever carries it out says what they must be. */
import { z } from 'zod';
import { DispatchError } from '../errors.ts';
import { breach, unknownKeyword, type ArgumentSchema } from './argument-schema.ts';

/**
 * The schema of a tool's arguments out of a bounding schema. Throws DispatchError `runseal.tool_invalid` for one that is not
 * of an object, or that uses what is not understood here.
 */
export function argumentsBy(schema: ArgumentSchema): z.ZodType {
  const odd = unknownKeyword(schema);
  if (odd !== null || schema.type !== 'object')
    throw new DispatchError(
      'runseal.tool_invalid',
      odd === null ? 'The arguments must be of type object.' : `${odd} is not understood here.`,
    );
  return z
    .unknown()
    .superRefine((value, context) => {
      const found = breach(schema, value);
      if (found !== null) context.addIssue({ code: 'custom', message: found });
    })
    .meta({ ...schema });
}
