import { piecesOf } from './hidden.ts';
import classes from './said.module.css';

/**
 * Text that somebody else wrote. It cannot turn what stands around it about, and a character that would not be seen is shown
 * by its number; copied, it is the text as it was.
 */
export function Said({ text }: { text: string }) {
  return (
    <bdi className={classes.said}>
      {piecesOf(text).map(({ text: piece, code }, at) =>
        code === null ? (
          piece
        ) : (
          <span key={at} className={classes.hidden} data-hidden={code}>
            {piece}
          </span>
        ),
      )}
    </bdi>
  );
}
