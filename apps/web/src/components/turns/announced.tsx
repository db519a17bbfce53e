import { useEffect, useRef, useState } from 'react';
import { isOpen } from '../../api/use-turns.ts';
import type { TurnView } from '../../api/wire.ts';
import type { WordsShown } from '../../live/words-shown.ts';
import { speech } from './speech.ts';

/** Words are read out in whole sentences, this often at most. */
const EVERY_MS = 4_000;

/** What a screen reader is told of a turn: that it speaks, sentence by sentence, and how it ended. Never word by word. */
export function Announced({ words, turn }: { words: WordsShown | null; turn: TurnView | null }) {
  const [said, setSaid] = useState('');
  const latest = useRef(words);
  const told = useRef(0);
  useEffect(() => {
    latest.current = words;
  }, [words]);
  const speaking = words !== null;
  useEffect(() => {
    if (!speaking) return;
    told.current = 0;
    setSaid('An answer is being said. It is not on the record yet.');
    const timer = setInterval(() => {
      const next = latest.current === null ? null : speech(latest.current, told.current);
      if (next === null) return;
      told.current = next.upTo;
      setSaid(next.text);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [speaking]);
  const over = turn !== null && !isOpen(turn) ? turn.turn : null;
  const before = useRef(over);
  useEffect(() => {
    if (turn === null || over === before.current) return;
    before.current = over;
    if (over === null) return;
    setSaid(
      turn.output === null
        ? `Turn ${String(turn.turn)} is over. No answer is on the record.`
        : `Turn ${String(turn.turn)} is over. Its answer is on the record.`,
    );
  }, [turn, over]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {said}
    </p>
  );
}
