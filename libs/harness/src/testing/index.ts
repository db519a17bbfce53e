export { openTestRun, type TestRun, type TestRunOptions } from './run.ts';
