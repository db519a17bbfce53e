import { DispatchError, readHostList } from '@runseal/dispatch';
import { z } from 'zod';

export const EgressHost = z
  .string()
  .max(260)
  .refine(namesAHost, 'must name a host: example.org, .example.org for all below it, or example.org:8443; no addresses')
  .describe('A host name; a leading dot means every host below. Ports 80 and 443, or the one named.');

function namesAHost(entry: string): boolean {
  try {
    readHostList([entry]);
    return true;
  } catch (error) {
    if (error instanceof DispatchError) return false;
    throw error;
  }
}
