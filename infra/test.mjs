// npm test [-- jest arguments]: sets up what the tests need, checks types, lint and format, then runs every test.
// With arguments (e.g. -- --selectProjects unit libs/spine) only jest runs. The last line is the closing line.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, delimiter, join } from 'node:path';
import { run, runChecks } from './bootstrap/checks.mjs';
import { entry } from './bootstrap/failure.mjs';
import { ROOT, STAMPS } from './bootstrap/project.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { prepareSystem } from './bootstrap/test-needs.mjs';

const asked = process.argv.slice(2);
const totals = { passed: 0, failed: 1, skipped: 0 };

await entry(async () => {
  const node = await setUp({ dashboard: needs('browser') || needs('integration') });
  const system = await prepareSystem();
  const [failedChecks] = await Promise.all([
    asked.length === 0 ? runChecks(node) : 0,
    needs('harnesses') || needs('integration') || needs('browser') ? installClis(node) : null,
  ]);
  const counts = await runJest(node, system);
  Object.assign(totals, counts, { failed: counts.failed + failedChecks });
});
if (totals.failed > 0) process.exitCode = 1;
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);

/** Whether the arguments leave a project of tests in; without any project named, all are. */
function needs(project) {
  return (
    !asked.some((arg) => arg.startsWith('--selectProjects')) || asked.some((arg) => arg.split(/[=,]/).includes(project))
  );
}

/** The vendor CLIs that are driven: codex alone, unless all or the others are asked for. */
async function installClis(node) {
  const names = process.env.RUNSEAL_TEST_CLIS === undefined ? 'codex' : 'all';
  await run(node, [join(ROOT, 'test', 'harnesses', 'install.mjs'), names]);
}

async function runJest(node, system) {
  const folder = mkdtempSync(join(tmpdir(), 'runseal-test-'));
  const countsFile = join(folder, 'counts.json');
  // Whatever a test starts by name runs on the pinned Node too.
  const env = {
    ...process.env,
    ...system,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    RUNSEAL_TEST_COUNTS: countsFile,
    // Our programs start some hundred times; what Node compiled once it need not compile again.
    NODE_COMPILE_CACHE: join(STAMPS, 'compiled'),
  };
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  try {
    const code = await run(
      node,
      ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, ...asked],
      env,
    );
    const counts = JSON.parse(readFileSync(countsFile, 'utf8'));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch (cause) {
    console.error(`✗ jest ended without a result (${cause.code ?? cause.message}).`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
