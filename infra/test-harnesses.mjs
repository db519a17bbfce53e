// npm run test:harnesses: installs every pinned vendor CLI and drives those that `npm test` does not: it drives codex.
// A CLI that cannot be installed is named, and that is a failure. RUNSEAL_TEST_CLIS=all npm test drives every one.
process.env.RUNSEAL_TEST_CLIS ??= 'others';
process.argv.push('--selectProjects=harnesses');
await import('./test.mjs');
