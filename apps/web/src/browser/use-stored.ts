import { useCallback, useSyncExternalStore } from 'react';

const CHANGED = 'runseal:stored';

/**
 * A text kept in this browser under a key, the same in every part of the page and in every tab.
 *
 * @returns the text, null where nothing is kept and while the server draws; and the way to keep another
 */
export function useStored(key: string): readonly [string | null, (text: string) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  const keep = useCallback(
    (text: string): void => {
      localStorage.setItem(key, text);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [stored, keep];
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}
