// One project per kind of test; run through `npm test`, which builds first (libraries resolve through dist).
import { join } from 'node:path';
import { STAMPS } from './infra/bootstrap/project.mjs';

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  rootDir: import.meta.dirname,
  testMatch,
  testEnvironment: '<rootDir>/test/run/environment.mjs',
  transform: { '^.+\\.ts$': swc },
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['/\\.next/', '/dist/', '/test/harnesses/node_modules/', '/test/lighthouse/node_modules/'],
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/run/global-setup.mjs',
  globalTeardown: '<rootDir>/test/run/global-teardown.mjs',
  // What it keeps is no rubbish of a run: not in the temp folder.
  cacheDirectory: join(STAMPS, 'jest'),
  ...more,
});

export default {
  projects: [
    project('unit', [
      '<rootDir>/libs/*/src/**/*.test.ts',
      '<rootDir>/apps/*/src/**/*.test.ts',
      '<rootDir>/infra/**/*.test.ts',
    ]),
    project('conformance', ['<rootDir>/test/conformance/**/*.test.ts']),
    project('architecture', ['<rootDir>/test/architecture/**/*.test.ts']),
    project('integration', ['<rootDir>/test/integration/**/*.test.ts']),
    project('harnesses', [
      // codex alone; or `all` CLIs, or the `others`, both by `npm run test:harnesses`.
      ...(process.env.RUNSEAL_TEST_CLIS === 'others' ? [] : ['<rootDir>/test/harnesses/*.test.ts']),
      ...(process.env.RUNSEAL_TEST_CLIS === undefined ? [] : ['<rootDir>/test/harnesses/all/*.test.ts']),
    ]),
    project('attacks', ['<rootDir>/test/attacks/**/*.test.ts']),
    project('browser', ['<rootDir>/test/browser/**/*.test.ts']),
  ],
  testTimeout: 120_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/longest-first.mjs',
  // Jest keeps a part of every ES module it ran; a worker that holds this much gives way to a fresh one between two files. More, and
  // tests that ask for a collection of garbage to see what is held wait for it.
  workerIdleMemoryLimit: '400MB',
  reporters: ['default', '<rootDir>/test/closing-line.mjs'],
};
