import { useMemo } from 'react';
import { useStored } from '../../browser/use-stored.ts';
import { viewsFile, viewsOf, type View } from './views.ts';

/** The views this browser keeps. */
export function useViews(): [readonly View[], (views: readonly View[]) => void] {
  const [stored, keep] = useStored('runseal.views');
  const views = useMemo(() => (stored === null ? [] : (viewsOf(stored) ?? [])), [stored]);
  return [views, (next) => keep(viewsFile(next))];
}
