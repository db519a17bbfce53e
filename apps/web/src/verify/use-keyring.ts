import { useMemo, useSyncExternalStore } from 'react';
import { keptKey, parseKeyring, type KeptKey } from './keyring.ts';

const STORED_AS = 'runseal.trusted-keys';
const CHANGED = 'runseal:trusted-keys';

export interface Keyring {
  readonly keys: readonly KeptKey[];
  trust(publicKeyHex: string, from: KeptKey['from']): void;
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
      trust: (publicKeyHex, from) => {
        const key = keptKey(publicKeyHex, from, new Date());
        keep([...keys.filter(({ keyId }) => keyId !== key.keyId), key]);
      },
      restore: (key) => keep([...keys.filter(({ keyId }) => keyId !== key.keyId), key]),
      distrust: (keyId) => keep(keys.filter((key) => key.keyId !== keyId)),
    };
  }, [stored]);
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
