// npm run test:harnesses: installs every pinned vendor CLI and drives all of them; with RUNSEAL_TEST_CLIS=others those that
// `npm test` does not, which drives codex only. A CLI that cannot be installed is named, and that is a failure.
process.env.RUNSEAL_TEST_CLIS ??= 'all';
process.argv.push('--selectProjects=harnesses');
await import('./test.mjs');
