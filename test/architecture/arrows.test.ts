import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from './cruise.ts';
import { ROOT } from './project.ts';

const FOLDERS = ['apps', 'libs', 'infra', 'test'];

describe('the arrows', () => {
  it('point one way in the whole project, without circles', () => {
    const { modules, violations } = cruise(ROOT, FOLDERS);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(100);
  });

  it.each([
    ['spine-knows-only-what-is-below', 'libs/spine/src/a.ts', '../../dispatch/src/b.ts'],
    ['dispatch-knows-only-what-is-below', 'libs/dispatch/src/a.ts', '../../harness/src/b.ts'],
    ['harness-knows-only-what-is-below', 'libs/harness/src/a.ts', '../../externagent/src/b.ts'],
    ['externagent-knows-only-what-is-below', 'libs/externagent/src/a.ts', '../../../apps/api/src/b.ts'],
    ['api-knows-only-libraries', 'apps/api/src/a.ts', '../../cli/src/b.ts'],
    ['web-and-cli-know-the-record-and-the-wire', 'apps/web/src/a.ts', '../../api/src/b.ts'],
    ['web-and-cli-know-the-record-and-the-wire', 'apps/cli/src/a.ts', '../../../libs/harness/src/b.ts'],
    ['web-knows-no-harness', 'apps/web/src/a.ts', '../../../libs/externagent/src/evidence/b.ts'],
    ['web-and-cli-are-strangers', 'apps/web/src/a.ts', '../../cli/src/b.ts'],
    ['the-record-is-browser-safe', 'libs/spine/src/a.ts', 'node:fs'],
    ['the-record-knows-no-database', 'libs/spine/src/a.ts', './postgres/b.ts'],
    ['adapters-are-strangers', 'libs/externagent/src/adapters/codex/a.ts', '../claude/b.ts'],
  ])('are guarded by the rule %s', (rule, from, to) => {
    expect(violationsOf({ [from]: `import '${to}';\n`, ...target(from, to) })).toContainEqual(
      expect.stringContaining(`${rule}: ${from}`),
    );
  });

  it('may not close a circle', () => {
    const files = { 'libs/spine/src/a.ts': "import './b.ts';\n", 'libs/spine/src/b.ts': "import './a.ts';\n" };
    expect(violationsOf(files)).toContainEqual(expect.stringContaining('no-circles'));
  });

  it('allow what the ladder allows', () => {
    const files = {
      'libs/spine/src/b.ts': '',
      'libs/spine/src/node/c.ts': "import 'node:crypto';\n",
      'libs/dispatch/src/a.ts': "import '../../spine/src/b.ts';\n",
      'apps/api/src/client/b.ts': '',
      'apps/cli/src/a.ts': "import '../../api/src/client/b.ts';\n",
    };
    expect(violationsOf(files)).toEqual([]);
  });
});

const target = (from: string, to: string): Record<string, string> =>
  to.startsWith('.') ? { [join(dirname(from), to)]: '' } : {};

function violationsOf(files: Record<string, string>): readonly string[] {
  const tree = mkdtempSync(join(tmpdir(), 'runseal-arrows-'));
  try {
    cpSync(join(ROOT, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
    writeFileSync(join(tree, 'package.json'), '{"type":"module"}');
    for (const folder of FOLDERS) mkdirSync(join(tree, folder));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    return cruise(tree, FOLDERS).violations;
  } finally {
    rmSync(tree, { recursive: true });
  }
}
