import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { keptKey, parseKeyring, withMark, type KeptKey, type NamedKey } from './keyring.ts';

const STORED_AS = 'runseal.trusted-keys';
const CHANGED = 'runseal:trusted-keys';

export interface Keyring {
  readonly keys: readonly KeptKey[];
  /** A mark it had, it keeps. */
  trust(named: readonly NamedKey[], from: KeptKey['from']): void;
  /** Others may have had it since that time: what it sealed counts only where somebody saw it before. */
  mark(keyId: string, compromisedAt: string): void;
  distrust(keyId: string): void;
  /** Takes back a key as it was kept. */
  restore(key: KeptKey): void;
}

/** The reader's own keyring, the same in every tab of this browser. */
export function useKeyring(): Keyring {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORED_AS),
    () => null,
  );
  return useMemo(() => {
    const keys = parseKeyring(stored);
    return {
      keys,
      trust: (named, from) =>
        keep(
          named.reduce<readonly KeptKey[]>((ring, one) => {
            const fresh = withMark(keptKey(one.publicKeyHex, from, new Date()), one);
            const before = ring.find(({ keyId }) => keyId === fresh.keyId);
            return [...ring.filter((key) => key !== before), withMark(fresh, before ?? {})];
          }, keys),
        ),
      mark: (keyId, compromisedAt) =>
        keep(keys.map((key) => (key.keyId === keyId ? withMark(key, { compromisedAt }) : key))),
      restore: (key) =>
        keep(
          keys.some(({ keyId }) => keyId === key.keyId)
            ? keys.map((one) => (one.keyId === key.keyId ? key : one))
            : [...keys, key],
        ),
      distrust: (keyId) => keep(keys.filter((key) => key.keyId !== keyId)),
    };
  }, [stored]);
}

/** Verdicts are of the keys that were trusted when they were reached: when those change, they are reached anew. */
export function useAnewWithKeys({ keys }: Keyring, begun: boolean, verify: () => void): void {
  const reached = useRef(keys);
  useEffect(() => {
    if (reached.current === keys) return;
    reached.current = keys;
    if (begun) verify();
  }, [keys, begun, verify]);
}

function keep(keys: readonly KeptKey[]): void {
  localStorage.setItem(STORED_AS, JSON.stringify(keys));
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}
