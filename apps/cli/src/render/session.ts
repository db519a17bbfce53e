import type { SessionView, TurnView } from '../server/sessions-server.ts';
import type { Block, Span } from './screen.ts';
import type { Heard } from './words.ts';

export const SESSION_HEAD = ['session', 'name', 'project', 'harness', 'state', 'turns', 'last seq', 'created'];

export const sessionRow = (view: SessionView): Span[] => [
  view.session,
  view.name ?? '',
  view.project,
  view.harness,
  stateOf(view),
  String(view.turns),
  String(view.lastSeq),
  view.createdAt,
];

/** One line about where the session stands. */
export const sessionLine = (view: SessionView): Block => [
  { text: view.session, tone: 'strong' },
  `  ${stateOf(view)}, ${view.turns === 1 ? '1 turn' : `${view.turns} turns`}, at event ${view.lastSeq}`,
  ...(view.parent === null ? [] : [`, forked from ${view.parent} at ${view.forkSeq ?? 0}`]),
];

export const turnBlocks = (turn: TurnView): Block[] => [
  [],
  [{ text: `${turn.turn}  ${turn.principal}`, tone: 'strong' }],
  ...turn.inputs.flatMap((part): Block[] => (part.type === 'text' ? linesOf(part.text) : [[`[${part.type}]`]])),
  endOf(turn),
  ...answerOf(turn),
];

/** How a turn ended that was followed: its answer is told unless it is exactly what stands above already. */
export function endBlocks(turn: TurnView, heard: Heard): Block[] {
  if (heard === 'nothing') return turnBlocks(turn).slice(1);
  const end: Block[] = [[], endOf(turn)];
  if (turn.output === null)
    return [...end, [{ text: 'No answer is on the record: what was shown above is kept nowhere.', tone: 'warn' }]];
  if (heard === 'the same') return [...end, ['What was shown above is on the record, word for word.']];
  const note: Block = [
    { text: 'What was shown above is not exactly what is on the record. On the record is:', tone: 'warn' },
  ];
  return [...end, note, ...answerOf(turn)];
}

const endOf = ({ state, error, errorCode }: TurnView): Block => [
  { text: state, tone: state === 'completed' ? 'good' : state === 'failed' ? 'bad' : 'warn' },
  ...(error === null ? [] : [`: ${error} (${errorCode ?? ''})`]),
];

const answerOf = ({ output }: TurnView): Block[] => (output === null ? [] : linesOf(output));

/** A line break is a line here, not a character to be shown. */
const linesOf = (text: string): Block[] => text.split('\n').map((line) => [line]);

function stateOf({ deleted, sealed, suspended, execState }: SessionView): string {
  return [
    execState,
    ...(suspended ? ['suspended'] : []),
    ...(sealed ? ['sealed'] : []),
    ...(deleted ? ['deleted'] : []),
  ].join(', ');
}
