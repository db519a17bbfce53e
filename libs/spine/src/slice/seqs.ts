import { SpineError } from '../errors.ts';
import { MOST_SLICE_EVENTS } from './slice.ts';

/**
 * Reads `3,7,10-12` as increasing seqs, each once.
 *
 * @throws SpineError `runseal.bad_seqs`
 */
export function parseSeqs(text: string): number[] {
  const seqs = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?$/u.exec(part.trim()) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || !Number.isSafeInteger(to) || to < from) throw bad('Name events like 3,7,10-12.');
    if (to - from >= MOST_SLICE_EVENTS || seqs.size + to - from >= MOST_SLICE_EVENTS)
      throw bad(`A slice has at most ${MOST_SLICE_EVENTS} events; export the record instead.`);
    for (let seq = from; seq <= to; seq += 1) seqs.add(seq);
  }
  return [...seqs].sort((a, b) => a - b);
}

/** The other way round, as short as it goes: `3,7,10-12`. */
export function formatSeqs(seqs: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** What is not among `seqs` of a run of `size` events. */
export function seqsLeftOut(seqs: readonly number[], size: number): string {
  const gaps: string[] = [];
  let next = 1;
  for (const seq of [...seqs, size + 1]) {
    if (seq > next) gaps.push(seq - 1 === next ? String(next) : `${next}-${seq - 1}`);
    next = seq + 1;
  }
  return gaps.join(',');
}

const bad = (message: string): SpineError => new SpineError('runseal.bad_seqs', message);
