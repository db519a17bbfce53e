'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import type { AskProps } from './ask-form.tsx';
import classes from './ask.module.css';

const AskForm = dynamic(() => import('./ask-form.tsx').then((module) => module.AskForm), {
  loading: () => <RowSkeleton rows={2} />,
});

/** Questions to the record; what they need is loaded once somebody wants to ask. */
export function AskPanel(props: AskProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.panel} data-ask onToggle={() => setOpened(true)}>
      <summary>Ask this record</summary>
      {opened && <AskForm {...props} />}
    </details>
  );
}
