import Link from 'next/link';
import type { Answered } from './answer-here.ts';
import { Name } from '../said/name.tsx';
import { TierLabel } from '../tier/tier-label.tsx';
import classes from './ask.module.css';

const WORDS = { yes: 'Yes', no_within_observed: 'No, within what was observed', cannot_say: 'Cannot be said' } as const;

const BASIS = {
  verified: 'Computed here, over the very events that were verified in this browser.',
  unverified:
    'Computed here, over events as this server sent them. An answer is only as good as its record: verify it first.',
  server: 'Computed by the server, and only its word. Ask the exported record to be sure.',
} as const;

interface Props {
  readonly run: string;
  readonly asked: Answered;
  /** Over what the answer was computed, and by whom. */
  readonly basis: keyof typeof BASIS;
}

/** The answer, what carries it, what forbids more, and over which bytes it was computed. */
export function AnswerView({ run, asked, basis }: Props) {
  if (asked.state === 'unreadable')
    return (
      <p className={classes.unreadable}>
        <Name text={asked.sentence} />
      </p>
    );
  const { answer, strength, sentence, events, blindSpots } = asked.answer;
  const href = (seq: number): string => `/runs/${run}?event=${String(seq)}`;
  return (
    <div className={classes.answer} data-answer={answer}>
      <p>
        <strong>{WORDS[answer]}.</strong> <Name text={sentence} /> {strength !== null && <TierLabel tier={strength} />}
      </p>
      {events.length > 0 && (
        <p className={classes.events}>
          Carried by{' '}
          {events.map((seq) => (
            <Link key={seq} href={href(seq)} scroll={false}>
              event {seq}
            </Link>
          ))}
        </p>
      )}
      {blindSpots.length > 0 && (
        <ul aria-label="What forbids an answer">
          {blindSpots.map(({ surface, seq, reason }, at) => (
            <li key={at}>
              <TierLabel tier="unobserved" /> <Name text={`${surface.replaceAll('_', ' ')}: ${reason}`} />{' '}
              {seq !== null && (
                <Link href={href(seq)} scroll={false}>
                  event {seq}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.dim} data-basis={basis}>
        {BASIS[basis]}
      </p>
    </div>
  );
}
