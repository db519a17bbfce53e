import { lazy, Suspense } from 'react';
import { Said } from './said.tsx';

/** Most names are ASCII, and need none of it. */
const PLAIN = /^\p{ASCII}*$/u;
const OddName = lazy(() =>
  import('./odd-name.tsx').then(
    ({ OddName }) => ({ default: OddName }),
    // Without it a name is there all the same.
    () => ({ default: Said }),
  ),
);

/**
 * A name that somebody else chose: of a tool, a file, a host. As `Said`, and a word in letters that look like those of
 * another script says which they are; copied, it is the name as it was.
 */
export function Name({ text }: { text: string }) {
  if (PLAIN.test(text)) return <Said text={text} />;
  return (
    <Suspense fallback={<Said text={text} />}>
      <OddName text={text} />
    </Suspense>
  );
}
