import type { ReactNode } from 'react';
import type { CallView } from '../../api/wire.ts';
import { duration } from '../../words/time.ts';
import { Name } from '../said/name.tsx';
import classes from './peek.module.css';

interface Props {
  readonly call: CallView;
  /** Seq of the event that is shown. */
  readonly seq: number;
  readonly goTo: (seq: number) => void;
  readonly onlyCall: (call: number) => void;
}

interface Step {
  readonly seq: number | null;
  readonly words: string;
  readonly more?: string;
}

/** The call an event belongs to, step by step: asked, decided, begun, ended, and what the harness's account says. */
export function PeekSpan({ call, seq, goTo, onlyCall }: Props) {
  return (
    <section className={classes.span} aria-label={`Call ${String(call.call)}`}>
      <p>
        <strong>Call {call.call}</strong> <Name text={call.action} />{' '}
        <code className="breaks">
          <Name text={call.scope} />
        </code>{' '}
        <button type="button" className={classes.quiet} onClick={() => onlyCall(call.call)}>
          only this call
        </button>
      </p>
      <ol>
        {stepsOf(call).map((step, at) => (
          <li key={at} data-here={step.seq === seq || undefined}>
            <Where step={step} seq={seq} goTo={goTo} />
            {step.more !== undefined && step.more !== '' && (
              <span className={classes.more}>
                {' '}
                <Name text={step.more} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Where({ step, seq, goTo }: { step: Step; seq: number; goTo: (seq: number) => void }): ReactNode {
  const { seq: target, words } = step;
  if (target === null) return words;
  if (target === seq)
    return (
      <strong>
        <Name text={words} />, here
      </strong>
    );
  return (
    <button type="button" className={classes.quiet} onClick={() => goTo(target)}>
      <Name text={words} /> at {target}
    </button>
  );
}

function stepsOf(call: CallView): readonly Step[] {
  const { requested, decisions, start, end, rejected, reconciled, gap } = call;
  const admitted = [call.via === '' ? '' : `via ${call.via}`, call.trust.replaceAll('_', ' '), call.containment];
  return [
    ...(requested === null ? [] : [{ seq: requested, words: 'people were asked' }]),
    ...decisions.map((one) => ({
      seq: one.seq,
      words: one.principal === '' ? one.decision : `${one.decision} by ${one.principal}`,
      more: one.reason,
    })),
    ...(start === null
      ? []
      : [{ seq: start, words: 'admitted and begun', more: admitted.filter((part) => part !== '').join(', ') }]),
    ...(rejected === null ? [] : [{ seq: rejected, words: 'refused', more: call.reason?.replaceAll('_', ' ') ?? '' }]),
    ...(end === null ? [] : [{ seq: end, words: `ended ${call.outcome ?? ''}`, more: tookOf(call) }]),
    ...(start !== null && end === null && rejected === null ? [{ seq: null, words: 'no end is recorded' }] : []),
    ...(gap === null ? [] : [{ seq: gap, words: 'a gap names it' }]),
    ...(reconciled === null
      ? []
      : [{ seq: reconciled.seq, words: `harness's account: ${reconciled.state.replaceAll('_', ' ')}` }]),
  ];
}

const tookOf = ({ durationUs, reason }: CallView): string =>
  [durationUs === null ? '' : `took ${duration(durationUs)}`, reason?.replaceAll('_', ' ') ?? '']
    .filter((part) => part !== '')
    .join(', ');
