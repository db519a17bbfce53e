import type { CborValue } from '../values.ts';
import type { Answer, AskedEvent, Claim, Inquiry } from './claim.ts';
import { cannotSay, no, yes } from './answers.ts';

const BY_ITSELF = ['terminal_frame', 'exit_code', 'native'];

/** "Did it finish by itself?" Judged by the completion evidence of the last episode, and by halts. */
export class FinishedByItself implements Inquiry {
  readonly #claim: Claim & { kind: 'finished_by_itself' };
  readonly #halted: number[] = [];
  #started: number | null = null;
  #ended: { readonly seq: number; readonly completion: CborValue | undefined } | null = null;

  constructor(claim: Claim & { kind: 'finished_by_itself' }) {
    this.#claim = claim;
  }

  wants(): null {
    return null;
  }

  see({ type, seq, payload }: AskedEvent): void {
    if (type === 'run.halted' || type === 'brake.engaged') this.#halted.push(seq);
    else if (type === 'episode.started') this.#started = seq;
    else if (type === 'episode.ended') this.#ended = { seq, completion: payload['completion'] };
  }

  answer(): Answer {
    const claim = this.#claim;
    if (this.#halted.length > 0) return no(claim, this.#halted, 'It was stopped: a halt or a brake is on the record.');
    const [started, ended] = [this.#started, this.#ended];
    if (ended === null || (started !== null && started > ended.seq))
      return cannotSay(
        claim,
        [{ surface: 'frames', seq: started, reason: 'No end of the last episode is on the record.' }],
        'How the last episode ended is not on the record.',
      );
    const completion = typeof ended.completion === 'string' ? ended.completion : 'unknown';
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
}
