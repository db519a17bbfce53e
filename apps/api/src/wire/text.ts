import { z } from 'zod';

/** Text of a person, kept in a Postgres text column, which cannot hold NUL. */
export const plainText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0'), 'must not contain the NUL character');

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A time with its offset, within the years that four digits name: a database and a program read all others differently. */
export const time = () =>
  z.iso.datetime({ offset: true }).refine((text) => {
    const ms = Date.parse(text);
    return ms >= FIRST_MS && ms <= LAST_MS;
  }, 'must be within the years 0001 to 9999 (UTC)');
