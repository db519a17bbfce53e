/** A process of its own: one episode of a program that prints one line. Says what memory it took at its peak. */
import { realpathSync } from 'node:fs';
import { externalDriver, type Adapter } from '@runseal/externagent';
import { openTestRun } from '@runseal/harness/testing';

const NODE = realpathSync(process.execPath);
const bytes = Number(process.argv[2]);

const run = await openTestRun();
try {
  await externalDriver(printer(bytes)).run(run.context);
  const lengths = run.recorder.payloads('provenance.attested').map((payload) => Number(payload['raw_bytes']));
  const wanted = bytes === 0 ? [] : [bytes];
  if (String(lengths) !== String(wanted)) throw new Error(`The record tells of lines of ${lengths.join()} bytes.`);
  process.stdout.write(`${process.resourceUsage().maxRSS * 1024}\n`);
} finally {
  await run.remove();
}

function printer(length: number): Adapter {
  const program = `process.stdin.resume().on('end', () => process.stdout.write('a'.repeat(${length}) + '\\n'))`;
  return {
    name: 'printer',
    title: 'Printer',
    vendor: 'bench',
    version: '1',
    profiles: ['only'],
    enforcement: { only: {} },
    minimumContainment: 'process',
    needsModel: false,
    detect: () =>
      Promise.resolve({ available: true, loggedIn: true, version: '1', reason: '', refuse: false, code: null }),
    command: ({ input }) =>
      Promise.resolve({
        path: NODE,
        args: ['-e', program],
        env: {},
        stdin: input,
        lastMessageFile: null,
        mounts: [],
        reach: [],
        secrets: [],
      }),
    parse: () => [{ kind: 'progress' }],
  };
}
