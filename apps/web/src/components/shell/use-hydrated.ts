import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while React takes over the server's markup, true ever after. Suspended parts are taken over late, when an answer
 * may be here already; what depends on one must still begin as the server drew it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
