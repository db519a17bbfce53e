import { useEffect, useState } from 'react';

const TOLD_MS = 1_500;

/** Copies a text, and tells for a moment that it is on the clipboard. */
export function useCopied(): { readonly copied: boolean; copy(text: string): void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (text) =>
      void navigator.clipboard.writeText(text).then(
        () => setCopied(true),
        () => setCopied(false),
      ),
  };
}
