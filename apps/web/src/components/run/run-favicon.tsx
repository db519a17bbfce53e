'use client';

import { useEffect } from 'react';
import type { RunDetail } from '../../api/wire.ts';
import { faviconHref, faviconMark } from './favicon.ts';

/** The tab's icon says how the run stands, for people who keep several open. The page's own comes back afterwards. */
export function RunFavicon({ run }: { run: RunDetail }) {
  const mark = faviconMark(run);
  useEffect(() => {
    const own = document.createElement('link');
    own.rel = 'icon';
    own.type = 'image/svg+xml';
    own.href = faviconHref(mark);
    own.dataset['mark'] = mark;
    document.head.append(own);
    return () => own.remove();
  }, [mark]);
  return null;
}
