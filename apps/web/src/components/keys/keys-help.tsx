'use client';

import { Dialog } from '../control/dialog.tsx';
import classes from './keys.module.css';

const KEYS: readonly (readonly [string, string])[] = [
  ['j', 'Next event, next approval'],
  ['k', 'The one before'],
  ['Enter', 'Open the event beside the spine'],
  ['a', 'Approve what is open; the reason comes first'],
  ['d', 'Deny what is open; the reason comes first'],
  ['Esc', 'Close what is open'],
  ['/', 'Search'],
  ['?', 'This list'],
];

/** The keys that work, shown on `?`. */
export function KeysHelp({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Dialog title="Keys" opened={opened} close={close}>
      <dl className={classes.keys}>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
