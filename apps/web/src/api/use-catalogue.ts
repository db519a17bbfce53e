import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { HarnessView, KeyView, RemoteHarnessView, ToolView } from './wire.ts';

interface List<T> {
  readonly items: readonly T[];
}

/** What can drive a run, and whether it is ready now. */
export function useHarnesses() {
  return useQuery({
    queryKey: ['harnesses'],
    queryFn: async ({ signal }) => (await answerOf<List<HarnessView>>(api.GET('/api/v1/harnesses', { signal }))).items,
    staleTime: 15_000,
    // Some take long to examine; the page shows the others meanwhile and asks again.
    refetchInterval: ({ state }) =>
      state.data?.some(({ readiness }) => readiness.code === 'harness_checking') === true ? 2000 : false,
  });
}

/** The registry of harnesses elsewhere, retired ones too, at most 500. Told to principals who may see every workspace. */
export function useRemoteHarnesses() {
  return useQuery({
    queryKey: ['remote-harnesses'],
    queryFn: async ({ signal }) =>
      (
        await answerOf<List<RemoteHarnessView>>(
          api.GET('/api/v1/harnesses/remote', { params: { query: { limit: 500, retired: 'true' } }, signal }),
        )
      ).items,
    staleTime: 15_000,
    retry: false,
  });
}

/** Actions a goal may grant. */
export function useTools() {
  return useQuery({
    queryKey: ['tools'],
    queryFn: async ({ signal }) => (await answerOf<List<ToolView>>(api.GET('/api/v1/tools', { signal }))).items,
    staleTime: 60_000,
  });
}

/** The keys the server says it seals with. Its word alone makes none of them trusted. */
export function useServerKeys() {
  return useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await answerOf<List<KeyView>>(api.GET('/api/v1/keys', { signal }))).items,
    staleTime: 60_000,
    retry: false,
  });
}
