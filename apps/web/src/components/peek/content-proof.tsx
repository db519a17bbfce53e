import { useMemo } from 'react';
import { fromHex, nobleHasher, openContent, toHex } from '@runseal/spine';
import type { ShownContent } from '../../api/use-content.ts';
import type { ContentLink } from '../../words/payload.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { VerdictMark } from '../verdict/verdict-mark.tsx';
import classes from './peek.module.css';

interface Props {
  readonly shown: ShownContent;
  readonly content: ContentLink;
  readonly sha256: string | null;
}

/** Says whether the bytes shown are the ones the record committed to. Computed here, from the bytes themselves. */
export function ContentProof({ shown, content, sha256 }: Props) {
  const opens = useMemo(() => opensCommitment(shown, content), [shown, content]);
  const hash = useMemo(() => (sha256 === null ? null : toHex(nobleHasher.sha256(shown.bytes))), [shown, sha256]);
  return (
    <>
      <p className={classes.proof}>
        <VerdictMark state={opens === null ? 'warn' : opens ? 'pass' : 'fail'} size={12} />
        {opens === null && 'The server gave no salt, so these bytes could not be held against the commitment.'}
        {opens === true && 'These bytes open the commitment on the record (checked here).'}
        {opens === false && 'These bytes are NOT what the record committed to.'}
      </p>
      {hash !== null && (
        <p className={classes.proof}>
          <VerdictMark state={hash === sha256 ? 'pass' : 'fail'} size={12} />
          sha256 <Identifier value={hash} what="SHA-256 of the raw line" />{' '}
          {hash === sha256 ? 'as recorded' : 'is NOT the one recorded'}
        </p>
      )}
    </>
  );
}

function opensCommitment(shown: ShownContent, content: ContentLink): boolean | null {
  if (shown.salt === null || !/^[0-9a-f]{64}$/.test(shown.salt)) return null;
  const ref = { commitment: fromHex(content.commitment), bytes: content.bytes, media: content.media };
  return openContent({ ref, salt: fromHex(shown.salt), bytes: shown.bytes });
}
