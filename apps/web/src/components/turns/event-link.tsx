import classes from './turns.module.css';

/** Leads to an event on the spine of this page. */
export function EventLink({ seq, open }: { seq: number; open: (seq: number) => void }) {
  return (
    <a
      className={classes.link}
      href={`?event=${String(seq)}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        open(seq);
      }}
    >
      event {seq}
    </a>
  );
}
