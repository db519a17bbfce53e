import type { ApprovalView } from '../../api/wire.ts';
import { Name } from '../said/name.tsx';

/** What a call is about, from its arguments; once they are erased, what its event still names. */
export function AboutCall({ approval: { about, scope } }: { approval: Pick<ApprovalView, 'about' | 'scope'> }) {
  if (about !== null)
    return (
      <code>
        <Name text={about} />
      </code>
    );
  return (
    <>
      {scope !== '' && (
        <code>
          <Name text={scope} />
        </code>
      )}{' '}
      (erased)
    </>
  );
}
