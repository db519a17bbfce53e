import { writeFileSync } from 'node:fs';

/**
 * Jest reporter: one closing line, alone and last, in words a machine can read: `N passed, N failed, N skipped`. Under
 * `npm test`, which adds its own checks and prints the line itself, the counts go into the file it names.
 */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const file = process.env.RUNSEAL_TEST_COUNTS;
    if (file !== undefined) {
      writeFileSync(file, JSON.stringify(counts));
      return;
    }
    // Other reporters still print their summaries after this; the line waits for the very end.
    process.once('exit', () =>
      process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`),
    );
  }
}
