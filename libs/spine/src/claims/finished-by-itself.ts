import type { SpineEvent } from '../event.ts';
import type { Answer, Claim } from './claim.ts';
import { cannotSay, no, yes } from './answers.ts';

const BY_ITSELF = ['terminal_frame', 'exit_code', 'native'];

/** "Did it finish by itself?" Judged by the completion evidence of the last episode, and by halts. */
export function finishedByItself(claim: Claim & { kind: 'finished_by_itself' }, events: readonly SpineEvent[]): Answer {
  const halted = events.filter((e) => e.type === 'run.halted' || e.type === 'brake.engaged');
  if (halted.length > 0)
    return no(
      claim,
      halted.map((e) => e.seq),
      'It was stopped: a halt or a brake is on the record.',
    );
  const ended = events.filter((e) => e.type === 'episode.ended').at(-1);
  const started = events.filter((e) => e.type === 'episode.started').at(-1);
  if (!ended || (started && started.seq > ended.seq))
    return cannotSay(
      claim,
      [{ surface: 'frames', seq: started?.seq ?? null, reason: 'No end of the last episode is on the record.' }],
      'How the last episode ended is not on the record.',
    );
  const said = ended.payload['completion'];
  const completion = typeof said === 'string' ? said : 'unknown';
  if (BY_ITSELF.includes(completion))
    return yes(claim, 'enforced', [ended.seq], `It finished by itself (${completion.replace('_', ' ')}).`);
  if (completion === 'inferred')
    return cannotSay(
      claim,
      [{ surface: 'frames', seq: ended.seq, reason: 'Its end was inferred: no terminal frame was seen.' }],
      'It stopped saying anything; that it had finished is inferred.',
    );
  return no(claim, [ended.seq], `It did not finish by itself (${completion.replace('_', ' ')}).`);
}
