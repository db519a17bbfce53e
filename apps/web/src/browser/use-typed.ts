import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react';
import { useRested } from './use-rested.ts';

/** Typing rests this long before it is told, ms. */
const TYPED_MS = 250;

interface Typed {
  readonly text: string;
  readonly type: (text: string) => void;
  /**
   * For leaving the field: tells it now. A reader who leaves for a link goes elsewhere; what was typed is dropped then,
   * because an address that changes while another page is on its way calls that page off.
   */
  readonly leave: (event: FocusEvent) => void;
}

/** A field that is at once what is typed, and tells it when the typing rests. */
export function useTyped(value: string, tell: (text: string) => void): Typed {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const rested = useRested(text, TYPED_MS);
  // The address changed by other means, such as the way back.
  if (value !== told) {
    setTold(value);
    setText(value);
  }
  const settle = (): void => {
    if (text === told) return;
    setTold(text);
    tell(text);
  };
  const rest = useEffectEvent((words: string) => {
    if (words === text) settle();
  });
  useEffect(() => rest(rested), [rested]);
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLAnchorElement) setText(told);
    else settle();
  };
  return { text, type: setText, leave };
}
