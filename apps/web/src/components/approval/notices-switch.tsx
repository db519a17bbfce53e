'use client';

import { useState } from 'react';
import { Button } from '../control/button.tsx';
import { canNotify, useNoticesWanted } from './use-notices.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import classes from './approval.module.css';

/** Asks the browser, at the reader's word only, whether calls that begin to wait may be told of on the desktop. */
export function NoticesSwitch() {
  const hydrated = useHydrated();
  const [wanted, setWanted] = useNoticesWanted();
  const [refused, setRefused] = useState(false);
  if (!hydrated || !canNotify()) return null;
  const on = wanted && Notification.permission === 'granted';
  const turn = async (): Promise<void> => {
    if (on) {
      setWanted(false);
      return;
    }
    const permission = await Notification.requestPermission();
    setRefused(permission !== 'granted');
    setWanted(permission === 'granted');
  };
  return (
    <>
      {refused && (
        <span className={classes.dim} role="status">
          The browser does not allow notices from this page.
        </span>
      )}
      <Button size="xs" variant="default" aria-pressed={on} onClick={() => void turn()}>
        {on ? 'Desktop notices: on' : 'Desktop notices: off'}
      </Button>
    </>
  );
}
