'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { useEarlierWrite } from '../../api/use-earlier-write.ts';
import { DiffView } from './diff-view.tsx';
import { fileDiff, patchLines } from './diff-lines.ts';
import type { Written } from './written.ts';
import classes from './approval.module.css';

interface Props {
  readonly run: string;
  readonly written: Written;
  /** Seq of the call, when it is on the record already: only earlier writes are compared with. */
  readonly before?: number | null;
}

/** What the call would change, line by line, and what that is compared with. */
export function WrittenView({ run, written, before = null }: Props) {
  return written.kind === 'patch' ? (
    <DiffView lines={patchLines(written.patch)} label="The patch" />
  ) : (
    <FileView run={run} path={written.path} content={written.content} before={before} />
  );
}

function FileView({
  run,
  path,
  content,
  before,
}: {
  run: string;
  path: string;
  content: string;
  before: number | null;
}) {
  const found = useEarlierWrite(run, path, before);
  const earlier = found.data ?? null;
  const lines = useMemo(() => fileDiff(earlier?.content ?? '', content), [earlier, content]);
  if (found.isPending) return <p className={classes.dim}>Looking for an earlier write of this file …</p>;
  return (
    <>
      <p className={classes.dim}>
        {earlier === null ? (
          'This run’s record shows no earlier write of this file that can be read, so all lines show as added. A file of that name may exist and would be replaced.'
        ) : (
          <>
            Compared with what this run wrote at{' '}
            <Link href={`/runs/${run}?event=${String(earlier.seq)}`}>event {earlier.seq}</Link>. Commands may have
            changed the file since.
          </>
        )}
      </p>
      {lines === null ? (
        <p>The two versions have too little in common to compare. Read the exact arguments below.</p>
      ) : lines.length === 0 ? (
        <p>The file would be empty.</p>
      ) : (
        <DiffView lines={lines} label={`What would change in ${path}`} />
      )}
    </>
  );
}
