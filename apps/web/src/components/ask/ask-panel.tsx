'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import type { AskProps } from './ask-form.tsx';
import classes from './ask.module.css';

const AskForm = dynamic(() => import('./ask-form.tsx').then((module) => module.AskForm), {
  loading: () => <RowSkeleton rows={2} />,
});

/** Questions to the record; what they need is loaded once somebody wants to ask. Only an answer is worth paper. */
export function AskPanel(props: AskProps) {
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <details className={`${classes.panel ?? ''} ${asked ? '' : 'no-print'}`} data-ask onToggle={() => setOpened(true)}>
      <summary>Ask this record</summary>
      {opened && <AskForm {...props} onAsked={() => setAsked(true)} />}
    </details>
  );
}
