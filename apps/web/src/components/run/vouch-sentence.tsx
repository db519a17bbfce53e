import classes from './run-header.module.css';

/** The one sentence a run page opens with; loud when the record did not hold. */
export function VouchSentence({ sentence, broken }: { sentence: string; broken: boolean }) {
  return (
    <p className={classes.vouch} data-broken={broken || undefined}>
      {sentence}
    </p>
  );
}
