'use client';

import { Menu, MenuFile, MenuItem } from '../control/menu.tsx';
import classes from './run.module.css';

interface Props {
  readonly run: string;
  readonly sealed: boolean;
  /** Makes the page ready for paper, then prints it. */
  readonly print: () => void;
}

/** What an auditor takes along. The record stands alone; the rest lies beside it. */
export function ExportMenu({ run, sealed, print }: Props) {
  const path = `/api/v1/runs/${encodeURIComponent(run)}`;
  return (
    <Menu title="Export" align="end">
      <MenuFile href={sealed ? `${path}/record` : undefined} download={`${run}.provetrail`}>
        Record ({sealed ? '.provetrail' : 'once it is sealed'})
      </MenuFile>
      <MenuFile href={`${path}/leaves`} download={`${run}.leaves`}>
        Leaf hashes, to place blame
      </MenuFile>
      <MenuFile href={sealed ? `${path}/receipt` : undefined} download={`${run}.tlog-proof`}>
        Receipt, that the ledger has it
      </MenuFile>
      <MenuFile href={`${path}/contents`} download={`${run}.content.jsonl`}>
        Contents with their salts
      </MenuFile>
      <MenuItem onClick={print}>Print this page</MenuItem>
      {sealed && (
        <div className={classes.hint}>
          All of it in one package, with a report and how to verify it:
          <code>runseal export {run} --package</code>
        </div>
      )}
    </Menu>
  );
}
