import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { EventPage, EventView } from './wire.ts';

const EACH = 300;

/** Events from which questions about a run can be suggested: its opening, its first calls, its first model calls. */
export function useQuestions(run: string, wanted: boolean) {
  return useQuery({
    queryKey: ['questions', run],
    enabled: wanted,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<readonly EventView[]> => {
      const types = ['run.opened', 'dispatch.start', 'model.called', 'provenance.reconciled'];
      const pages = await Promise.all(
        types.map((type) =>
          answerOf<EventPage>(
            api.GET('/api/v1/runs/{run}/events', { params: { path: { run }, query: { type, limit: EACH } }, signal }),
          ),
        ),
      );
      return pages.flatMap(({ items }) => items);
    },
  });
}
