'use client';

import { useState, type ComponentType, type ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { SignedInAs } from './signed-in-as.tsx';
import { StaleNotice } from './stale-notice.tsx';
import classes from './shell.module.css';

/** The frame around every page but the sign-in: where to go on the left, the page on the right. */
export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [Keys, setKeys] = useState<ComponentType<{ opened: boolean; close: () => void }> | null>(null);
  /** The list comes when it is first asked for; without a network it does not, and nothing else breaks. */
  const showKeys = (): void => {
    setHelp(true);
    import('../keys/keys-help.tsx').then(
      ({ KeysHelp }) => setKeys(() => KeysHelp),
      () => setHelp(false),
    );
  };
  useKeys({ '?': showKeys });
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <header className={`${classes.side ?? ''} no-print`} data-open={open || undefined}>
        <div className={classes.top}>
          <Brand />
          <button
            type="button"
            className={classes.burger}
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Close' : 'Menu'}
          </button>
        </div>
        <div className={classes.fold} id="navigation">
          <Navigation onGo={() => setOpen(false)} />
          <div className={classes.foot}>
            <SchemeSwitch />
            <button type="button" className={classes.quiet} onClick={showKeys}>
              Keys <kbd>?</kbd>
            </button>
            <SignedInAs />
          </div>
        </div>
      </header>
      <main id="page" className={classes.page} tabIndex={-1}>
        {children}
        <StaleNotice />
      </main>
      {Keys !== null && <Keys opened={help} close={() => setHelp(false)} />}
    </div>
  );
}
