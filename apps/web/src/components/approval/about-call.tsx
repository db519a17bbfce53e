import type { ApprovalView } from '../../api/wire.ts';
import { Said } from '../said/said.tsx';

/** What a call is about, from its arguments; once they are erased, what its event still names. */
export function AboutCall({ approval: { about, scope } }: { approval: Pick<ApprovalView, 'about' | 'scope'> }) {
  if (about !== null)
    return (
      <code>
        <Said text={about} />
      </code>
    );
  return (
    <>
      {scope !== '' && (
        <code>
          <Said text={scope} />
        </code>
      )}{' '}
      (erased)
    </>
  );
}
