/** The worker behind bounded-work.ts: answers one job after the other. */
import { parentPort } from 'node:worker_threads';
import { applyPatch, parsePatch } from 'diff';
import picomatch from 'picomatch';
import type { AnswerOf, Job } from './bounded-work.ts';

parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)));

function answer(job: Job): AnswerOf[Job['kind']] {
  switch (job.kind) {
    case 'glob': {
      const matches = picomatch(job.glob, { dot: true, noextglob: true, maxLength: 256 });
      return job.paths.filter((path) => matches(path));
    }
    case 'regex':
      return matchingLines(new RegExp(job.pattern, job.flags), job.text, job.limit);
    case 'parse':
      return parse(job.patch);
    case 'patch': {
      const patched = applyPatch(job.source, job.part, { fuzzFactor: 0 });
      return patched === false ? null : patched;
    }
  }
}

function parse(patch: string): AnswerOf['parse'] {
  try {
    return { parts: parsePatch(patch) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function matchingLines(regex: RegExp, text: string, limit: number): AnswerOf['regex'] {
  const found = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (found.length === limit) break;
    if (regex.test(line)) found.push({ line: i + 1, text: line });
  }
  return found;
}
