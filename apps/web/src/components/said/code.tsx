import { Fragment } from 'react';

/** A code such as `runseal.not_witnessed`, which breaks after its dots and underscores when it must. */
export function Code({ code, className }: { code: string; className?: string | undefined }) {
  return (
    <code className={className}>
      {code.split(/(?<=[._])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
