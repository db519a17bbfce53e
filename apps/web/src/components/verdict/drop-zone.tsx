'use client';

import { useRef, useState, type DragEvent } from 'react';
import classes from './drop-zone.module.css';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  /** True once the verifier is in this browser and needs the network no more. */
  readonly ready: boolean;
}

/** Takes a record, and its leaf hashes when there are any, by dropping or choosing. */
export function DropZone({ onFiles, ready }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={`${classes.zone ?? ''} no-print`}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>
        <strong>Drop a record here</strong> (.provetrail, or a .slice of one), and with it what you have: leaf hashes
        (.leaves), receipt (.tlog-proof), your witness policy (.policy), time token (.tst) with your authorities’
        certificates and CRLs (.pem), ledger heads you saw before (pins.json).
      </p>
      <p className={classes.note}>
        It is read and checked in this browser; nothing is sent anywhere.{' '}
        {ready ? 'The verifier is here: you may take the network away.' : 'The verifier is being fetched …'}
      </p>
      <button type="button" className={classes.choose} onClick={() => input.current?.click()}>
        Choose files
      </button>
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Record and what lies beside it"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
