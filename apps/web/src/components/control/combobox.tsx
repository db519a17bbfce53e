'use client';

import { useId, useState, type KeyboardEvent } from 'react';
import { Field } from './field.tsx';
import type { Option } from './select.tsx';
import classes from './combobox.module.css';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** The label of what is chosen; empty is none. */
  readonly chosen: string;
  readonly options: readonly Option[];
  readonly nothing: string;
  /** Told of each word typed. The options are the caller's to find. */
  readonly onType: (text: string) => void;
  readonly onChoose: (value: string) => void;
}

/** One of many values, found by typing. */
export function Combobox({ label, placeholder, chosen, options, nothing, onType, onChoose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const open = typed !== null;
  const type = (text: string): void => {
    setTyped(text);
    setAt(0);
    onType(text);
  };
  const choose = (option: Option | undefined): void => {
    if (option === undefined) return;
    setTyped(null);
    onType('');
    onChoose(option.value);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setTyped(null);
    if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(options[at]);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setTyped(typed ?? '');
    if (open) setAt(Math.max(0, Math.min(options.length - 1, at + step)));
  };
  return (
    <Field around={{ label, className: classes.box }} required={false}>
      {(tied) => (
        <>
          <input
            {...tied}
            type="text"
            role="combobox"
            autoComplete="off"
            placeholder={placeholder}
            value={typed ?? chosen}
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-activedescendant={open && options[at] !== undefined ? `${id}-${String(at)}` : undefined}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => setTyped(typed ?? '')}
            onBlur={() => setTyped(null)}
            onKeyDown={press}
          />
          <ul id={`${id}-list`} role="listbox" aria-label={label} className={classes.list} hidden={!open}>
            {options.map((option, index) => (
              <li
                key={option.value}
                id={`${id}-${String(index)}`}
                role="option"
                aria-selected={index === at}
                // Before the field loses the focus, which folds the list.
                onPointerDown={(event) => {
                  event.preventDefault();
                  choose(option);
                }}
              >
                {option.label}
              </li>
            ))}
            {options.length === 0 && (
              <li role="option" aria-selected={false} aria-disabled>
                {nothing}
              </li>
            )}
          </ul>
        </>
      )}
    </Field>
  );
}
