'use client';

import { useContent, MOST_SHOWN_BYTES } from '../../api/use-content.ts';
import type { ApprovalDetail } from '../../api/wire.ts';
import { byteCount } from '../../words/count.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { ContentProof } from '../peek/content-proof.tsx';
import { readable } from '../peek/readable.ts';
import { Name } from '../said/name.tsx';
import { WrittenView } from './written-view.tsx';
import { writtenBy } from './written.ts';
import classes from './approval.module.css';

/** The exact arguments of the call, held against the commitment that a decision is about. */
export function ArgumentsView({ approval }: { approval: ApprovalDetail }) {
  const { run, action, argumentsCommitment: commitment } = approval;
  const args = approval.arguments;
  const fetched = useContent(run, commitment, args !== null);
  if (args === null) return <p>The arguments were erased. What is decided now is decided unseen.</p>;
  const text = fetched.data?.text ?? args.text;
  const whole = args.bytes <= MOST_SHOWN_BYTES;
  const written = whole ? writtenBy(action, text) : null;
  return (
    <section className={classes.arguments} aria-label="What would be done">
      {written !== null && <WrittenView run={run} written={written} />}
      <h3>Exact arguments</h3>
      {fetched.data !== undefined && (
        <ContentProof
          shown={fetched.data}
          content={{ commitment, bytes: args.bytes, media: args.media }}
          sha256={null}
        />
      )}
      {fetched.isError && (
        <p className={classes.dim}>
          Shown on the server’s word; not held against the commitment: {fetched.error.message}
        </p>
      )}
      <pre className={classes.pre} tabIndex={0} aria-label="Exact arguments">
        <Name text={readable(text, args.media).slice(0, MOST_SHOWN_BYTES)} />
      </pre>
      <p className={classes.dim}>
        {args.media}, {byteCount(args.bytes)}
        {!whole && `, of which the first ${byteCount(MOST_SHOWN_BYTES)} are shown`}. Commitment{' '}
        <Identifier value={commitment} what="commitment" />
      </p>
    </section>
  );
}
