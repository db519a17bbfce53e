'use client';

import { useState } from 'react';
import { parsePins, pinsFile } from '@runseal/spine/ledger';
import type { KeptPins } from '../../verify/use-pins.ts';
import { count } from '../../words/count.ts';
import { Button } from '../control/button.tsx';
import { FileButton } from '../control/file-button.tsx';
import { downloadText } from '../runs-list/download-text.ts';
import classes from './keyring.module.css';

/** Ledger heads this reader saw, kept in this browser; as a pins.json they go to another one, and to the command line. */
export function PinsPanel({ kept }: { kept: KeptPins }) {
  const [said, setSaid] = useState('');
  const { pins } = kept;
  const heads = Object.values(pins ?? {}).flat().length;
  const take = async ([file]: readonly File[]): Promise<void> => {
    const taken = file === undefined ? null : parsePins(await file.text());
    setSaid(
      taken === null
        ? 'This file does not hold pinned heads.'
        : `Heads of ${count(Object.keys(taken).length, 'ledger')} taken in.`,
    );
    if (taken !== null) kept.take(taken);
  };
  return (
    <section className={`${classes.panel ?? ''} no-print`} aria-label="Ledger heads you saw">
      <h2>Ledger heads you saw</h2>
      <p className={classes.none}>
        {pins === null
          ? 'What this browser kept of them cannot be read. Take a pins.json in to begin anew.'
          : heads === 0
            ? 'None yet. The head under a verified receipt is remembered, and the ledger may never contradict it.'
            : `${count(heads, 'head')} of ${count(Object.keys(pins).length, 'ledger')}, kept in this browser.`}
      </p>
      <div className={classes.row}>
        <Button
          size="xs"
          variant="default"
          disabled={pins === null || heads === 0}
          onClick={() => downloadText('pins.json', pinsFile(pins ?? {}))}
        >
          Export pins.json
        </Button>
        <FileButton accept="application/json" onFiles={(files) => void take(files)}>
          Take pins in
        </FileButton>
      </div>
      <p role="status" className={classes.origin}>
        {said}
      </p>
    </section>
  );
}
