/** An adapter for `fixtures/scripted.mjs`: a real subprocess that does exactly what a test says. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemMounts } from '@runseal/dispatch';
import type { Adapter, Invocation } from '../adapter.ts';
import { parseReferenceLine } from '../adapters/reference/parse.ts';

export type Step = Readonly<Record<string, unknown>>;

export const PROVIDER_KEY = 'sk-provider-key-1234';

const NODE = realpathSync(process.execPath);
const FIXTURE = realpathSync(fileURLToPath(new URL('../../fixtures/scripted.mjs', import.meta.url)));

export function scriptedAdapter(
  script: readonly Step[],
  more: Partial<Adapter> & { readonly invocation?: Partial<Invocation> } = {},
): Adapter {
  const { invocation, ...adapter } = more;
  return {
    name: 'scripted',
    title: 'Scripted',
    vendor: 'test',
    version: '1',
    profiles: ['only'],
    enforcement: { only: { dispatch: 'bridged', model_calls: 'open', shell: 'contained' } },
    minimumContainment: 'process',
    needsModel: false,
    detect: () =>
      Promise.resolve({ available: true, loggedIn: true, version: '1', reason: '', refuse: false, code: null }),
    command: ({ input, home, bridge }) =>
      Promise.resolve({
        path: NODE,
        args: [FIXTURE],
        env: { RUNSEAL_SCRIPT: JSON.stringify(script), RUNSEAL_BRIDGE_URL: bridge.url, PROVIDER_KEY },
        stdin: input,
        lastMessageFile: join(home, 'last.txt'),
        mounts: [
          ...systemMounts(),
          ...[NODE, dirname(FIXTURE)].map((path) => ({ kind: 'ro', host: path, child: path }) as const),
        ],
        reach: [],
        secrets: [PROVIDER_KEY],
        ...invocation,
      }),
    parse: parseReferenceLine,
    ...adapter,
  };
}
