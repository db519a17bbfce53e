import type { EventView } from '../api/wire.ts';
import { byteCount } from './count.ts';
import { contentOf, integerOf, isObject, listOf, textOf, type ContentLink, type Payload } from './payload.ts';
import { duration } from './time.ts';

type Sentence = (payload: Payload) => string;

/** What an event says, in a few words for one row. Unknown types answer '': the type is shown beside it anyway. */
export function eventSentence(event: Pick<EventView, 'type' | 'payload'>): string {
  const sentence = Object.hasOwn(SENTENCES, event.type) ? SENTENCES[event.type] : undefined;
  return sentence === undefined ? '' : sentence(event.payload);
}

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'run.opened': (p) => join([textOf(p, 'harness'), textOf(p, 'model'), granted(p)]),
  'goal.submitted': (p) => `by ${textOf(p, 'principal') ?? 'nobody named'}`,
  'episode.started': (p) =>
    `episode ${whole(p, 'episode')}, contained by ${textOf(p, 'containment') ?? 'nothing named'}`,
  'episode.ended': (p) =>
    join([
      `episode ${whole(p, 'episode')}`,
      spaced(textOf(p, 'completion')),
      p['failed'] === true ? (textOf(p, 'error') ?? spaced(textOf(p, 'error_class') ?? 'failed')) : null,
      took(p),
    ]),
  'model.called': (p) => join([textOf(p, 'model'), `step ${whole(p, 'step')}`]),
  'model.answered': (p) =>
    join([textOf(p, 'error') ?? spaced(textOf(p, 'error_class') ?? `step ${whole(p, 'step')}`), tokens(p), took(p)]),
  'dispatch.start': (p) => [textOf(p, 'action'), textOf(p, 'scope')].filter(Boolean).join(' '),
  'dispatch.end': (p) => join([textOf(p, 'action'), textOf(p, 'outcome'), textOf(p, 'error_class'), took(p)]),
  'dispatch.rejected': (p) => join([textOf(p, 'action'), `refused: ${textOf(p, 'reason') ?? 'no reason given'}`]),
  'approval.requested': (p) => join([textOf(p, 'action'), textOf(p, 'scope'), 'waits for people']),
  'approval.decided': (p) =>
    join([
      textOf(p, 'decision'),
      textOf(p, 'principal') === '' ? 'by nobody' : `by ${textOf(p, 'principal') ?? 'nobody named'}`,
      p['self_approval'] === true ? 'who also asked for the goal' : null,
      textOf(p, 'reason'),
    ]),
  'brake.engaged': (p) =>
    join([textOf(p, 'limit'), `${whole(p, 'value')} of ${whole(p, 'allowed')}`, textOf(p, 'reason')]),
  'run.halted': (p) => join([textOf(p, 'reason'), `by ${textOf(p, 'by') ?? 'nobody named'}`]),
  'provenance.attested': (p) => join([spaced(textOf(p, 'kind')), claim(p)]),
  'provenance.gap': (p) => join([`not seen: ${spaced(textOf(p, 'surface'))}`, spaced(textOf(p, 'reason')), counted(p)]),
  'provenance.reconciled': (p) =>
    join([textOf(p, 'tool'), spaced(textOf(p, 'state')), p['call'] === null ? null : `call ${whole(p, 'call')}`]),
  'provenance.declared': (p) =>
    `not seen: ${
      listOf(p, 'unobserved')
        .filter((s) => typeof s === 'string')
        .map(spaced)
        .join(', ') || 'nothing declared'
    }`,
  'session.lifecycle': (p) =>
    join([spaced(textOf(p, 'change')), `by ${textOf(p, 'by') ?? 'nobody named'}`, textOf(p, 'reason')]),
  'provenance.mix': (p) =>
    `${whole(p, 'enforced')} enforced, ${whole(p, 'attested')} attested, ${whole(p, 'unobserved')} gaps`,
  'check.recorded': (p) => join([p['passed'] === true ? 'passed' : 'did not pass', `exit ${whole(p, 'exit_code')}`]),
  'outcome.recorded': (p) => join([textOf(p, 'result'), textOf(p, 'reason')]),
  'egress.decided': (p) =>
    join([`${textOf(p, 'host') ?? 'no host'}:${whole(p, 'port')}`, textOf(p, 'decision'), spaced(textOf(p, 'reason'))]),
  'egress.ended': (p) =>
    join([textOf(p, 'outcome'), `${whole(p, 'sent')} bytes out`, `${whole(p, 'received')} bytes in`, took(p)]),
  'content.erased': (p) =>
    join([`${String(listOf(p, 'commitments').length)} erased`, textOf(p, 'reason'), textOf(p, 'legal_basis')]),
};

/** The most telling words of an event that are content: what a harness says it did by itself, or what went wrong; null where there are none. */
export function wordsOf({ type, payload }: Pick<EventView, 'type' | 'payload'>): ContentLink | null {
  if (type === 'provenance.attested') return contentOf(payload['words']);
  return type === 'episode.ended' || type === 'model.answered' ? contentOf(payload['error']) : null;
}

/** The most telling short claim of an attested frame: its summary's first text. */
function claim(payload: Payload): string | null {
  const summary = isObject(payload['summary']) ? payload['summary'] : {};
  const words = ['text', 'tool', 'command', 'path', 'message', 'query']
    .map((key) => textOf(summary, key))
    .find((text) => text !== null);
  if (words !== undefined) return oneLine(words ?? '');
  if (contentOf(payload['words']) !== null) return null;
  const raw = contentOf(payload['raw']);
  return raw === null ? null : `a line of ${byteCount(raw.bytes)}`;
}

function granted(payload: Payload): string {
  const actions = listOf(payload, 'grant').length;
  return actions === 0 ? 'nothing granted' : `${String(actions)} ${actions === 1 ? 'action' : 'actions'} granted`;
}

function counted(payload: Payload): string | null {
  const count = integerOf(payload, 'count');
  return count === null || count === 0 ? null : `${String(count)} ×`;
}

function tokens(payload: Payload): string | null {
  const usage = isObject(payload['usage']) ? payload['usage'] : null;
  return usage === null ? null : `${whole(usage, 'input_tokens')} in, ${whole(usage, 'output_tokens')} out`;
}

function took(payload: Payload): string | null {
  const us = integerOf(payload, 'duration_us');
  return us === null ? null : duration(Number(us));
}

const whole = (payload: Payload, key: string): string => String(integerOf(payload, key) ?? '?');
const spaced = (text: unknown): string => (typeof text === 'string' ? text.replaceAll('_', ' ') : '');
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 240);
const join = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');
