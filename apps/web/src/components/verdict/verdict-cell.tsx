import Link from 'next/link';
import { Code } from '../said/code.tsx';
import { Name } from '../said/name.tsx';
import { useLinkedVerdict } from './use-linked-verdict.ts';
import { VerdictMark } from './verdict-mark.tsx';
import { STATE_WORDS, VERDICT_WORDS, type VerdictName, type VerdictState } from './verdicts.ts';
import classes from './verdict.module.css';

export interface VerdictShown {
  readonly name: VerdictName;
  readonly state: VerdictState;
  readonly code: string | null;
  readonly sentence: string;
  readonly firstBadSeq: number | null;
  /** Said instead of the usual word for the state. */
  readonly words?: string;
}

/** One verdict: its name, which links to itself, its state, sentence, code, and the first bad event with a way to it. */
export function VerdictCell({
  verdict,
  seqHref,
}: {
  verdict: VerdictShown;
  seqHref?: ((seq: number) => string) | undefined;
}) {
  const words = VERDICT_WORDS[verdict.name];
  const linked = useLinkedVerdict() === verdict.name;
  return (
    <li
      id={`verdict-${verdict.name}`}
      className={classes.cell}
      data-state={verdict.state}
      data-verdict={verdict.name}
      aria-current={linked ? 'location' : undefined}
    >
      <h3 className={classes.name} title={words.question}>
        <a href={`#verdict-${verdict.name}`}>{words.title}</a>
      </h3>
      <p className={classes.state}>
        <VerdictMark state={verdict.state} />
        <strong>{verdict.words ?? STATE_WORDS[verdict.state]}</strong>
      </p>
      <p className={classes.sentence}>
        <Name text={verdict.sentence} />
      </p>
      {verdict.firstBadSeq !== null && (
        <p className={classes.bad}>
          First bad event:{' '}
          {seqHref === undefined ? (
            <b>{verdict.firstBadSeq}</b>
          ) : (
            <Link href={seqHref(verdict.firstBadSeq)}>event {verdict.firstBadSeq}</Link>
          )}
        </p>
      )}
      {verdict.code !== null && <Code className={classes.code} code={verdict.code} />}
    </li>
  );
}
