import { oddLetters } from '@runseal/spine';
import { Said } from './said.tsx';
import classes from './said.module.css';

/** A name with letters beyond ASCII: each word in letters that are not what they seem is followed by which they are. */
export function OddName({ text }: { text: string }) {
  const odd = oddLetters(text);
  if (odd.length === 0) return <Said text={text} />;
  return (
    <bdi className={classes.said}>
      {odd.map(({ from, to, letters }, at) => (
        <span key={from}>
          <Said text={text.slice(odd[at - 1]?.to ?? 0, from)} />
          <span className={classes.letters} data-letters={letters}>
            <Said text={text.slice(from, to)} />
          </span>
        </span>
      ))}
      <Said text={text.slice(odd.at(-1)?.to)} />
    </bdi>
  );
}
