import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { paced } from './pace.ts';
import type { ApprovalDetail, ApprovalPage } from './wire.ts';

const PAGE = 50;
/** People are waited for: the inbox asks again this often, in milliseconds. */
const REFRESH_MS = 4_000;

/** What waits for a decision first, then what was decided, newest first. Asked again `unseen` also while nobody looks. */
export function useApprovals(only: 'waiting' | 'all', run = '', unseen = false) {
  return useInfiniteQuery({
    queryKey: ['approvals', only, run],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      answerOf<ApprovalPage>(
        api.GET('/api/v1/approvals', {
          params: {
            query: {
              limit: PAGE,
              ...(only === 'waiting' ? { state: 'pending' as const } : {}),
              ...(run === '' ? {} : { run }),
              ...(pageParam === '' ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: paced(REFRESH_MS),
    refetchIntervalInBackground: unseen,
    // A retry waits until somebody looks, and all questions after it with it. It is asked again anyway.
    retry: false,
  });
}

/** One approval with the exact arguments of its call. */
export function useApproval(approval: string) {
  return useQuery({
    queryKey: ['approval', approval],
    enabled: approval !== '',
    queryFn: ({ signal }) =>
      answerOf<ApprovalDetail>(api.GET('/api/v1/approvals/{approval}', { params: { path: { approval } }, signal })),
    refetchInterval: (query) => (query.state.data?.state === 'pending' ? paced(REFRESH_MS)(query) : false),
  });
}

export interface Decision {
  readonly decision: 'approve' | 'deny';
  readonly reason: string;
  /** Of the arguments that were on the screen. */
  readonly argumentsCommitment: string;
}

/** Decides about the arguments that were read, and no others. */
export function useDecide(approval: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      answerOf<ApprovalDetail>(
        api.POST('/api/v1/approvals/{approval}/decision', { params: { path: { approval } }, body }),
      ),
    onSuccess: (detail) => client.setQueryData(['approval', approval], detail),
    // A refusal means that the approval stands otherwise than it was shown. Its words do not wait for the newer state.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['approvals'] });
      void client.invalidateQueries({ queryKey: ['approval', approval] });
    },
  });
}
