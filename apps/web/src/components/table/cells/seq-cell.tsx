import classes from './cells.module.css';

/** The number of an event, as the way to it. */
export function SeqCell({ seq, onOpen }: { seq: number; onOpen: (seq: number) => void }) {
  return (
    <button type="button" className={classes.seq} onClick={() => onOpen(seq)} aria-label={`Open event ${String(seq)}`}>
      {seq}
    </button>
  );
}
