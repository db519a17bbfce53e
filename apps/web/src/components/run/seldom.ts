/** What few run pages need, in one piece that comes only to those. */
export { ErasedNote } from './erased-note.tsx';
export { HaltButton } from './halt-button.tsx';
export { RunProblem } from './run-problem.tsx';
export { SealButton } from './seal-button.tsx';
export { WaitingCalls } from './waiting-calls.tsx';
export { TurnsPanel } from '../turns/turns-panel.tsx';
