'use client';

import { useState } from 'react';
import { writtenBy } from '../approval/written.ts';
import { WrittenView } from '../approval/written-view.tsx';
import { Said } from '../said/said.tsx';
import { readable } from './readable.ts';
import classes from './peek.module.css';

interface Props {
  readonly run: string;
  /** Seq of the event that names the content. */
  readonly seq: number | null;
  readonly name: string;
  readonly text: string;
  readonly media: string;
  readonly action: string | null;
}

type Form = 'change' | 'laid out' | 'exact';

/** A content in the form that reads best: a change as a diff, JSON laid out; its exact text is one press away. */
export function ContentText({ run, seq, name, text, media, action }: Props) {
  const written = action === null ? null : writtenBy(action, text);
  const laidOut = readable(text, media);
  const forms: readonly Form[] = [
    ...(written === null ? [] : (['change'] as const)),
    ...(laidOut === text ? [] : (['laid out'] as const)),
    'exact',
  ];
  const [chosen, setChosen] = useState<Form | null>(null);
  const form = chosen ?? forms[0] ?? 'exact';
  return (
    <>
      {forms.length > 1 && (
        <p className={`${classes.line ?? ''} no-print`}>
          {forms.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.quiet}
              aria-pressed={one === form}
              onClick={() => setChosen(one)}
            >
              {one}
            </button>
          ))}
        </p>
      )}
      {form === 'change' && written !== null ? (
        <WrittenView run={run} written={written} before={seq} />
      ) : (
        <pre className={classes.pre} tabIndex={0} aria-label={name}>
          <Said text={form === 'laid out' ? laidOut : text} />
        </pre>
      )}
    </>
  );
}
