import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { ProblemError } from './problem.ts';
import type { HoldList, PruneView, RetentionList, RetentionPreview } from './wire.ts';

/** How long each workspace keeps the content of its sealed runs. */
export function useRetentions() {
  return useQuery({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await answerOf<RetentionList>(api.GET('/api/v1/retention', { signal }))).items,
  });
}

export interface RetentionAsked {
  readonly workspace: string;
  /** Null keeps content without limit. */
  readonly days: number | null;
  readonly reason: string;
}

/** What such a rule would erase, in words of the server; null while no whole rule is asked about. */
export function useRetentionPreview(workspace: string, days: string) {
  const asked = workspace !== '' && /^\d{1,6}$/.test(days);
  return useQuery({
    queryKey: ['retention-preview', workspace, days],
    enabled: asked,
    retry: false,
    queryFn: ({ signal }) =>
      answerOf<RetentionPreview>(
        api.GET('/api/v1/retention/preview', { params: { query: { workspace, days: Number(days) } }, signal }),
      ),
  });
}

export function useSetRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RetentionAsked) => answerOf<RetentionList>(api.POST('/api/v1/retention', { body })),
    onSuccess: ({ items }) => client.setQueryData(['retention'], items),
  });
}

const path = (run: string) => ({ params: { path: { run } } });

/** Legal holds on a run, standing and lifted. */
export function useHolds(run: string) {
  return useQuery({
    queryKey: ['holds', run],
    enabled: run !== '',
    queryFn: ({ signal }) => answerOf<HoldList>(api.GET('/api/v1/runs/{run}/hold', { ...path(run), signal })),
  });
}

/** Who asked to remove the run, and who agreed; null while nobody asked. */
export function usePrune(run: string) {
  return useQuery({
    queryKey: ['prune', run],
    enabled: run !== '',
    queryFn: async ({ signal }): Promise<PruneView | null> => {
      try {
        return await answerOf<PruneView>(api.GET('/api/v1/runs/{run}/prune', { ...path(run), signal }));
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'prune_not_requested') return null;
        throw error;
      }
    },
  });
}

/** What can be decided about keeping a run. */
export type Decision =
  | { readonly kind: 'hold' | 'lift'; readonly reason: string }
  | { readonly kind: 'prune'; readonly reason: string; readonly legalBasis: string }
  | { readonly kind: 'confirm' };

export function useDecideKeeping(run: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (decision: Decision): Promise<unknown> => decide(run, decision),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['holds', run] });
      void client.invalidateQueries({ queryKey: ['prune', run] });
    },
  });
}

function decide(run: string, decision: Decision): Promise<unknown> {
  switch (decision.kind) {
    case 'hold':
      return answerOf(api.POST('/api/v1/runs/{run}/hold', { ...path(run), body: { reason: decision.reason } }));
    case 'lift':
      return answerOf(api.POST('/api/v1/runs/{run}/hold/lift', { ...path(run), body: { reason: decision.reason } }));
    case 'prune': {
      const { reason, legalBasis } = decision;
      return answerOf(api.POST('/api/v1/runs/{run}/prune', { ...path(run), body: { reason, legalBasis } }));
    }
    case 'confirm':
      return answerOf(api.POST('/api/v1/runs/{run}/prune/confirm', path(run)));
  }
}
