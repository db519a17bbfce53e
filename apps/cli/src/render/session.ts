import type { SessionView, TurnView } from '../server/sessions-server.ts';
import type { Block, Span } from './screen.ts';

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

export const turnBlocks = ({ turn, state, principal, inputs, output, error, errorCode }: TurnView): Block[] => [
  [],
  [{ text: `${turn}  ${principal}`, tone: 'strong' }],
  ...inputs.flatMap((part): Block[] => (part.type === 'text' ? linesOf(part.text) : [[`[${part.type}]`]])),
  [
    { text: state, tone: state === 'completed' ? 'good' : state === 'failed' ? 'bad' : 'warn' },
    ...(error === null ? [] : [`: ${error} (${errorCode ?? ''})`]),
  ],
  ...(output === null ? [] : linesOf(output)),
];

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
