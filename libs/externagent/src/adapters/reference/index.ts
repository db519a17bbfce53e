/**
 * The reference harness: a program of our own that behaves as an external CLI should. It shows the whole external path
 * (subprocess, sandbox, bridge, frames, gaps) on a machine that has no vendor's CLI. It has no model.
 */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemMounts, type Mount } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { Adapter } from '../../adapter.ts';
import { parseReferenceLine } from './parse.ts';

/** Where the bridge is, for the program; the token has its own variable. */
const URL_ENV = 'RUNSEAL_BRIDGE_URL';

export function referenceAdapter(): Adapter {
  return {
    name: 'reference',
    title: 'Reference harness (no model: it calls the tools the objective spells out)',
    vendor: "Runseal (reference, not a vendor's CLI)",
    version: '1',
    profiles: ['reference'],
    enforcement: { reference: ENFORCEMENT },
    minimumContainment: 'process',
    needsModel: false,
    detect: () =>
      Promise.resolve(
        existsSync(PROGRAM)
          ? { available: true, loggedIn: true, version: '0.1.0', reason: '', refuse: false, code: null }
          : {
              available: false,
              loggedIn: false,
              version: null,
              reason: 'The reference harness is not built: run npm run build.',
              refuse: false,
              code: 'harness_missing',
            },
      ),
    command(episode) {
      if (episode.profile !== 'reference')
        return Promise.reject(
          new HarnessError('profile_unknown', `The reference harness has no profile "${episode.profile}".`),
        );
      return Promise.resolve({
        path: NODE,
        args: [PROGRAM],
        env: { [URL_ENV]: episode.bridge.url, RUNSEAL_BRIDGE_TOKEN: episode.bridge.token },
        stdin: episode.input,
        lastMessageFile: null,
        mounts: mounts(),
        reach: [],
        secrets: [episode.bridge.token],
      });
    },
    parse: parseReferenceLine,
  };
}

/** The program has no tools of its own; nothing but its source says so, so what it sends anywhere counts as open. */
const ENFORCEMENT = {
  dispatch: 'bridged',
  model_calls: 'open',
  context: 'open',
  egress: 'open',
  shell: 'denied',
  file_writes: 'denied',
  web_search: 'denied',
  foreign_mcp: 'denied',
  sub_agents: 'denied',
  hooks: 'denied',
  project_config: 'denied',
} as const;

const NODE = realpathSync(process.execPath);
const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');
const PROGRAM = join(PACKAGE, 'dist', 'adapters', 'reference', 'program', 'main.js');

/** Node, the compiled program, and the packages it imports; all read-only. */
function mounts(): Mount[] {
  const require = createRequire(import.meta.url);
  const sdk = realpathSync(require.resolve('@modelcontextprotocol/sdk/package.json'));
  const modules = sdk.slice(0, sdk.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
  const harness = dirname(dirname(realpathSync(require.resolve('@runseal/harness/directives'))));
  return [
    ...systemMounts(),
    ...[NODE, modules, PACKAGE, harness].map((path) => ({ kind: 'ro', host: path, child: path }) as const),
  ];
}
