'use client';

import Link from 'next/link';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { FileButton } from '../control/file-button.tsx';
import { Popover } from '../control/popover.tsx';
import { TextInput } from '../control/text-input.tsx';
import { setOf, type RunsFilter } from '../../api/use-runs.ts';
import { count } from '../../words/count.ts';
import { downloadText } from './download-text.ts';
import { useViews } from './use-views.ts';
import { viewHref, viewsFile, viewsOf, withView } from './views.ts';
import classes from './runs-list.module.css';

/** Filters under names of the reader's, kept in this browser; as a file they go to another one. */
export function SavedViews({ filter }: { filter: RunsFilter }) {
  const [views, setViews] = useViews();
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const narrowed = Object.keys(setOf(filter)).length > 0;
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() === '' || !narrowed) return;
    setViews(withView(views, name, filter));
    setSaid(`Saved as “${name.trim()}”.`);
    setName('');
  };
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    const taken = viewsOf(await file.text());
    setSaid(taken === null ? 'This is no file of saved views.' : `${count(taken.length, 'view')} taken in.`);
    if (taken !== null)
      setViews([...views.filter((view) => !taken.some((other) => other.name === view.name)), ...taken]);
  };
  return (
    <Popover title="Saved views" className={classes.views}>
      {(close) => (
        <>
          {views.length === 0 && <p className={classes.dim}>None yet. A view is a filter under a name of yours.</p>}
          <ul>
            {views.map((view) => (
              <li key={view.name}>
                <Link href={viewHref(view)} onClick={close}>
                  {view.name}
                </Link>
                <button
                  type="button"
                  aria-label={`Forget ${view.name}`}
                  onClick={() => setViews(views.filter((other) => other !== view))}
                >
                  ✕
                </button>
              </li>
            ))}
          </ul>
          <form onSubmit={save}>
            <TextInput
              label="Save this filter as"
              description={narrowed ? undefined : 'Narrow the list first.'}
              value={name}
              maxLength={80}
              disabled={!narrowed}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={name.trim() === '' || !narrowed}>
              Save
            </Button>
          </form>
          <div className={classes.file}>
            <Button
              size="xs"
              variant="default"
              disabled={views.length === 0}
              onClick={() => downloadText('runseal-views.json', viewsFile(views))}
            >
              Export
            </Button>
            <FileButton accept="application/json" onFiles={(files) => void take(files)}>
              Take a file in
            </FileButton>
          </div>
          <p role="status" className={classes.dim}>
            {said}
          </p>
        </>
      )}
    </Popover>
  );
}
