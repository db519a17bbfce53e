import classes from './run-header.module.css';

/** The one sentence a run page opens with. */
export function VouchSentence({ sentence }: { sentence: string }) {
  return <p className={classes.vouch}>{sentence}</p>;
}
