import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { TurnList, TurnView } from './wire.ts';

/** While a turn is open its end may come without an event: its worker may be gone. */
const OPEN_MS = 4_000;

/** A turn that is not over. */
export const isOpen = ({ state }: Pick<TurnView, 'state'>): boolean => state === 'queued' || state === 'running';

/**
 * What was said in a session, first turn first.
 *
 * @param told changes whenever the record has news of a turn; then it is asked again
 */
export function useTurns(session: string, told: string) {
  return useQuery({
    queryKey: ['turns', session, told],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly TurnView[]> => {
      const asked = api.GET('/api/v1/sessions/{session}/turns', { params: { path: { session } }, signal });
      return (await answerOf<TurnList>(asked)).items;
    },
    refetchInterval: (query) => (query.state.data?.some(isOpen) === true ? paced(OPEN_MS)(query) : false),
  });
}
