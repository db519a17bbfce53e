import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds; what `unknown` says while the server draws. */
export function useMedia(query: string, unknown: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => unknown,
  );
}
