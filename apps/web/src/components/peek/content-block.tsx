'use client';

import { useState } from 'react';
import { contentPath, MOST_SHOWN_BYTES, useContent } from '../../api/use-content.ts';
import { ProblemError } from '../../api/problem.ts';
import { byteCount } from '../../words/count.ts';
import type { ContentLink } from '../../words/payload.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { ContentProof } from './content-proof.tsx';
import { ContentText } from './content-text.tsx';
import { ErasedNotice } from './erased-notice.tsx';
import classes from './peek.module.css';

interface Props {
  readonly run: string;
  /** Seq of the event that names the content. */
  readonly seq: number | null;
  readonly name: string;
  readonly content: ContentLink;
  /** Recorded SHA-256 of the bytes (raw lines), or null. */
  readonly sha256: string | null;
  /** The action these are the arguments of; null for any other content. */
  readonly action: string | null;
}

/** Content beside the chain: fetched when asked for, and held against its commitment here. */
export function ContentBlock({ run, seq, name, content, sha256, action }: Props) {
  const [open, setOpen] = useState(false);
  const shown = useContent(run, content.commitment, open);
  const erased = shown.error instanceof ProblemError && shown.error.code === 'content_erased';
  return (
    <div className={classes.content}>
      <p className={classes.line}>
        <span>
          {content.media}, {byteCount(content.bytes)}
        </span>
        <button
          type="button"
          className={`${classes.quiet ?? ''} no-print`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? `hide ${name}` : `show ${name}`}
        </button>
        {!erased && (
          <a href={contentPath(run, content.commitment)} download className="no-print">
            download
          </a>
        )}
      </p>
      <p className={classes.line}>
        commitment <Identifier value={content.commitment} what="commitment" />
      </p>
      {open && shown.isPending && <p className={classes.nothing}>Fetching …</p>}
      {open && erased && <ErasedNotice run={run} commitment={content.commitment} />}
      {open && shown.isError && !erased && <p className={classes.missing}>{shown.error.message}</p>}
      {open && shown.data !== undefined && (
        <>
          <ContentProof shown={shown.data} content={content} sha256={sha256} />
          <ContentText run={run} seq={seq} name={name} text={shown.data.text} media={content.media} action={action} />
          {shown.data.bytes.byteLength > MOST_SHOWN_BYTES && (
            <p className={classes.nothing}>The first {byteCount(MOST_SHOWN_BYTES)}; download the whole.</p>
          )}
        </>
      )}
    </div>
  );
}
