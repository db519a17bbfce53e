import type { SessionView, TurnView } from '../server/sessions-server.ts';
import { countOf } from './report.ts';
import type { Block, Span } from './screen.ts';
import type { Heard } from './words.ts';

export const SESSION_HEAD = [
  'session',
  'name',
  'project',
  'harness',
  'state',
  'turns',
  'last turn',
  'last seq',
  'created',
];

export const sessionRow = (view: SessionView): Span[] => [
  view.session,
  view.name ?? '',
  view.project,
  view.harness,
  stateOf(view),
  String(view.turns),
  lastTurnOf(view) ?? '',
  String(view.lastSeq),
  view.createdAt,
];

/** One line about where the session stands. */
export function sessionLine(view: SessionView): Block {
  const last = lastTurnOf(view);
  return [
    { text: view.session, tone: 'strong' },
    `  ${stateOf(view)}, ${countOf(view.turns, 'turn')}${last === null ? '' : `, the last ${last}`}, at event ${view.lastSeq}`,
    ...(view.parent === null ? [] : [`, forked from ${view.parent} at ${view.forkSeq ?? 0}`]),
  ];
}

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

/** The words that lists of runs use, too: what its last turn came to is not what a session is. */
function stateOf({ deleted, sealed, suspended, execState }: SessionView): string {
  const now = execState === 'running' ? 'running' : execState === 'awaiting' ? 'waiting for approval' : 'open';
  return [sealed ? 'sealed' : now, ...(suspended ? ['suspended'] : []), ...(deleted ? ['deleted'] : [])].join(', ');
}

/** How the last turn ended; null before the first, and while it is under way. */
function lastTurnOf({ execState }: SessionView): string | null {
  return execState === 'pending' || execState === 'running' || execState === 'awaiting' ? null : execState;
}
