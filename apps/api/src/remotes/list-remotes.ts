import type { z } from 'zod';
import type { RemoteHarnessPage, RemotesFilter } from '../wire/operator.ts';
import type { Given } from './given-harnesses.ts';
import { givenView, rowView } from './remote-view.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/** A page of the registry. Those given at start-up stand on the first, for they are few and have no order in the table. */
export async function listRemotes(
  given: readonly Given[],
  repository: RemotesRepository,
  { limit, cursor, retired }: RemotesFilter,
): Promise<z.output<typeof RemoteHarnessPage>> {
  const first = cursor === undefined ? given.map(givenView) : [];
  const rows = await repository.list(cursor ?? '', limit, retired === 'true');
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: [...first, ...page.map(rowView)],
    nextCursor: rows.length > page.length && last !== undefined ? last.name : null,
  };
}
