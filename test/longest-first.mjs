import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import testSequencer from '@jest/test-sequencer';

const Sequencer = testSequencer.default ?? testSequencer;
const SECONDS = JSON.parse(readFileSync(new URL('./seconds.json', import.meta.url), 'utf8'));
/** What a file that is not on the list is taken to need, in seconds. */
const USUAL = { browser: 15, harnesses: 15, attacks: 15, integration: 6, conformance: 3, architecture: 3, unit: 1 };

/**
 * The files that take longest come first, so that the last ones to start are short and no worker ends long after the
 * other. `seconds.json` holds what the slow ones took once; a wrong figure costs time and nothing else.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const weighed = tests.map((test) => ({ test, seconds: secondsOf(test), bytes: statSync(test.path).size }));
    return weighed.sort((a, b) => b.seconds - a.seconds || b.bytes - a.bytes).map(({ test }) => test);
  }
}

function secondsOf({ path, context }) {
  const { rootDir, displayName } = context.config;
  return SECONDS[relative(rootDir, path).replaceAll('\\', '/')] ?? USUAL[displayName?.name] ?? 1;
}
