/**
 * What other parts of the project take from the command line: the commands in their own process, the API as a port,
 * exporting, and safe terminal text.
 */
export { openServer } from './server/api-server.ts';
export type { GoalInput, RunDetail, Server } from './server/server.ts';
export { exportRun } from './export-run.ts';
export { run } from './run.ts';
export type { Io } from './io.ts';
export { settledRun } from './settled-run.ts';
export { CliError } from './errors.ts';
export { mixText } from './render/report.ts';
export { renderScreen, type Block, type Span, type Table } from './render/screen.ts';
