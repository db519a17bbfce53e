'use client';

import { useState } from 'react';
import { chooseScheme, chosenScheme, SCHEMES, type Scheme } from '../../design/scheme.ts';
import { useHydrated } from './use-hydrated.ts';
import classes from './shell.module.css';

const WORDS = { auto: 'as the system', light: 'light', dark: 'dark' } as const;

/** Light, dark, or whatever the system says; kept in this browser. */
export function SchemeSwitch() {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Scheme | null>(null);
  // The server put the choice on the page; here it is read only once the first paint is through.
  const scheme = chosen ?? (hydrated ? chosenScheme(document.documentElement.dataset['scheme']) : 'auto');
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] ?? 'auto';
  return (
    <button
      type="button"
      className={classes.quiet}
      onClick={() => {
        chooseScheme(next);
        setChosen(next);
      }}
      title={`Switch to ${WORDS[next]}`}
    >
      Colours: {WORDS[scheme]}
    </button>
  );
}
