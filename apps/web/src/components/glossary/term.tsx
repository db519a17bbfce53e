'use client';

import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { GLOSSARY, type TermName } from '../../words/glossary.ts';
import { placeOf, type Place } from './place.ts';
import classes from './glossary.module.css';

interface Props {
  readonly name: TermName;
  /** The word as it stands in its sentence; the glossary's own word when left out. */
  readonly children?: ReactNode;
}

/**
 * A word of the glossary, told on hover, focus or touch, and to screen readers as its description. Escape closes it. It
 * is a button, so it must not stand inside of a link or another button.
 */
export function Term({ name, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const { word, means } = GLOSSARY[name];
  const open = (): void => {
    const box = button.current?.getBoundingClientRect();
    if (box !== undefined)
      setPlace(placeOf(box, { width: document.documentElement.clientWidth, height: window.innerHeight }));
  };
  const close = (): void => setPlace(null);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || place === null) return;
    event.stopPropagation();
    close();
  };
  return (
    <span className={classes.wrap} onMouseEnter={open} onMouseLeave={close}>
      <button
        ref={button}
        type="button"
        className={classes.term}
        aria-describedby={id}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={press}
        data-term={name}
      >
        {children ?? word}
      </button>
      <span
        id={id}
        role="tooltip"
        className={classes.tip}
        data-open={place === null ? undefined : true}
        style={place === null ? undefined : { ...place }}
      >
        {means}
      </span>
    </span>
  );
}
