import { z } from 'zod';

/** Text of a person, kept in a Postgres text column, which cannot hold NUL. */
export const plainText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0'), 'must not contain the NUL character');
