export { memoryRecorder } from './memory-recorder.ts';
export type { MemoryRecorder } from './memory-recorder.ts';
export { testWorkspace } from './workspace.ts';
export type { TestWorkspace } from './workspace.ts';
