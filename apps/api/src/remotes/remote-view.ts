import type { z } from 'zod';
import type { RemoteHarnessView } from '../wire/operator.ts';
import type { Given } from './given-harnesses.ts';
import type { RemoteRow } from './remotes.repository.ts';

export type View = z.output<typeof RemoteHarnessView>;

export const givenView = ({ name, address }: Given): View => ({
  name,
  harness: `remote:${name}`,
  address: address.text,
  source: 'static',
  state: 'active',
  digest: null,
  tools: null,
  registeredBy: null,
  registeredAt: null,
  retiredBy: null,
  retiredAt: null,
  retireReason: null,
  observed: null,
});

export const rowView = (row: RemoteRow): View => ({
  name: row.name,
  harness: `remote:${row.name}`,
  address: row.address,
  source: 'registered',
  state: row.state,
  digest: row.spec_digest.toString('hex'),
  tools: (JSON.parse(row.descriptor) as { tools: View['tools'] }).tools,
  registeredBy: row.registered_by,
  registeredAt: row.registered_at.toISOString(),
  retiredBy: row.retired_by,
  retiredAt: row.retired_at?.toISOString() ?? null,
  retireReason: row.retire_reason,
  observed: null,
});
