import { useSyncExternalStore } from 'react';
import { VERDICTS, type VerdictName } from './verdicts.ts';

/** The verdict that the address points to (`#verdict-integrity`); null for none. */
export const useLinkedVerdict = (): VerdictName | null =>
  useSyncExternalStore(
    onHash,
    () => linkedVerdict(window.location.hash),
    () => null,
  );

/** From `#verdict-integrity`; null for anything else. */
export const linkedVerdict = (hash: string): VerdictName | null =>
  VERDICTS.find((name) => hash === `#verdict-${name}`) ?? null;

function onHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
