/** What few run pages need, or none at once, in one piece that comes behind the rest. */
export { ErasedNote } from './erased-note.tsx';
export { HaltButton } from './halt-button.tsx';
export { LimitsPanel } from '../limits/limits-panel.tsx';
export { RemovedRun } from './removed-run.tsx';
export { RunProblem } from './run-problem.tsx';
export { SealButton } from './seal-button.tsx';
export { WaitingCalls } from './waiting-calls.tsx';
export { TurnsPanel } from '../turns/turns-panel.tsx';
