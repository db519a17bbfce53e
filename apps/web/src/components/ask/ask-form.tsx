'use client';

import { useMemo, useRef, useState, type SubmitEvent } from 'react';
import type { Report } from '@runseal/spine';
import { Button } from '../control/button.tsx';
import { TextInput } from '../control/text-input.tsx';
import { useQuestions } from '../../api/use-questions.ts';
import type { EventView } from '../../api/wire.ts';
import { MOST_WHOLE, useWholeRun } from '../../api/use-events.ts';
import { AnswerView } from './answer-view.tsx';
import type { Answered } from './answer-here.ts';
import { answeredThere } from './answered-there.ts';
import { useVerifiedEvents } from './use-verified-events.ts';
import { suggestionsOf } from './suggestions.ts';
import classes from './ask.module.css';

export interface AskProps {
  readonly run: string;
  /** Events of the run. */
  readonly size: number;
  readonly sealed: boolean;
  readonly report: Report | null;
}

/** Questions that the record answers yes, no within what was observed, or cannot say; computed in this browser. */
export function AskForm({ run, size, sealed, report, onAsked }: AskProps & { readonly onAsked: () => void }) {
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const latest = useRef(0);
  const here = size <= MOST_WHOLE;
  const whole = useWholeRun(run, size, sealed && here);
  const about = useQuestions(run, sealed);
  const events = whole.data;
  const broken = report?.verdicts.some(({ name, state }) => name === 'integrity' && state === 'fail') === true;
  const ready = sealed && !broken && (!here || events !== undefined);
  const suggestions = useMemo(() => suggestionsOf(about.data ?? []), [about.data]);
  const verified = useVerifiedEvents(run, asked === null ? undefined : events, report);
  const put = (text: string): void => {
    setQuestion(text);
    const mine = (latest.current += 1);
    // Contents may take their time: what was asked last is what is shown.
    void answer(run, text, events).then((found) => {
      if (latest.current !== mine) return;
      setAsked(found);
      onAsked();
    });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    put(question);
  };
  return (
    <>
      <form onSubmit={submit} className={`${classes.form ?? ''} no-print`}>
        <TextInput
          label="Question"
          description="tool:NAME called (with TEXT), path:PATH touched, host:NAME reached, finished by itself"
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          className={classes.grow}
        />
        <Button type="submit" disabled={!ready || question.trim() === ''}>
          Ask
        </Button>
      </form>
      {!sealed && <p className={classes.dim}>Questions are answered once the run is sealed and its record whole.</p>}
      {broken && (
        <p role="alert" className={classes.unreadable}>
          Not answered: this record did not hold when it was verified here. What integrity says, above, is what is
          missing; a record whose bytes are not vouched for answers nothing.
        </p>
      )}
      {sealed && here && whole.isError && <p className={classes.dim}>{whole.error.message}</p>}
      {!here && (
        <p className={classes.dim}>
          This run has {size.toLocaleString('en')} events, too many for a page to hold; the server answers. To be sure,
          ask the exported record: <code>runseal ask</code>.
        </p>
      )}
      {ready && (
        <ul className={`${classes.suggestions ?? ''} no-print`} aria-label="Suggestions">
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button type="button" onClick={() => put(suggestion)}>
                {suggestion}?
              </button>
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {asked !== null && !broken && (
          <AnswerView
            run={run}
            asked={asked.answered}
            basis={asked.by === 'server' ? 'server' : verified ? 'verified' : 'unverified'}
          />
        )}
      </div>
    </>
  );
}

interface Asked {
  readonly answered: Answered;
  readonly by: 'page' | 'server';
}

/** Here, where that is within bounds. The reader of claims is loaded with the first question. */
async function answer(run: string, question: string, events: readonly EventView[] | undefined): Promise<Asked> {
  const here = events === undefined ? null : await (await import('./answer-here.ts')).answerHere(run, question, events);
  return here === null
    ? { answered: await answeredThere(run, question), by: 'server' }
    : { answered: here, by: 'page' };
}
