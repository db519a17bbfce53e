import { KIND_WORDS, type Chosen } from '../../verify/dropped-files.ts';
import type { Beside } from '../../verify/beside.ts';
import { byteCount } from '../../words/count.ts';
import { Button } from '../control/button.tsx';
import classes from './chosen-files.module.css';

interface Props {
  readonly chosen: Chosen;
  readonly busy: boolean;
  readonly again: () => void;
}

/** Which record is checked, and with what beside it. */
export function ChosenFiles({ chosen, busy, again }: Props) {
  const { record, leaves } = chosen;
  const beside = (Object.keys(KIND_WORDS) as (keyof Beside)[]).flatMap((kind) => {
    const file = chosen[kind];
    return file === null ? [] : [`${KIND_WORDS[kind]} from ${file.name}`];
  });
  if (record === null)
    return beside.length === 0 ? null : (
      <p className={classes.chosen}>With {beside.join(', ')}. The record itself is missing: drop it too.</p>
    );
  return (
    <p className={classes.chosen}>
      <strong>{record.name}</strong> {byteCount(record.size)}
      {beside.length === 0 ? '' : `, with ${beside.join(', ')}`}
      {leaves === null && ', without leaf hashes: a failure is found, but not placed'}
      <Button size="xs" className="no-print" onClick={again} loading={busy}>
        Verify again
      </Button>
    </p>
  );
}
