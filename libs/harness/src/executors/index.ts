/** Host tools: actions that a program of the operator carries out over a unix socket (docs/host-tools.md). */
export type { Executor } from './connect.ts';
export { executorTools } from './executor-tools.ts';
export { EXECUTOR_PROTOCOL } from './wire.ts';
