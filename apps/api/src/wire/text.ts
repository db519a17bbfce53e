import { z } from 'zod';

/** Text of a person. It holds no NUL: none gets past the door, in a body or an address. */
export const plainText = (min: number, max: number) => z.string().trim().min(min).max(max);

const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A time with its offset, within the years that four digits name: a database and a program read all others differently. */
export const time = (first: '0001' | '1970' = '0001') =>
  z.iso.datetime({ offset: true }).refine((text) => {
    const ms = Date.parse(text);
    return ms >= Date.parse(`${first}-01-01T00:00:00Z`) && ms <= LAST_MS;
  }, `must be within the years ${first} to 9999 (UTC)`);
