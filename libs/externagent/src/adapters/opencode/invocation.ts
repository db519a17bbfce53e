/** Builds one episode's invocation: writes what opencode reads into the episode's home, runs nothing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { Episode, Invocation } from '../../adapter.ts';
import type { HarnessBinary } from '../../binary/find.ts';
import { loaderMounts } from '../../binary/loader.ts';
import { plainModel } from '../../provider/model.ts';
import { demandStrict } from '../../profile/strict.ts';
import { wayToModel } from '../../provider/way-to-model.ts';
import { configText, lockdownArgs, lockdownEnv } from './lockdown.ts';
import { opencodeModelProvider, opencodeProvider } from './provider.ts';
import { SESSION } from './transcript.ts';

const KEY_ENV = 'RUNSEAL_PROVIDER_KEY';

const MODEL = { provider: opencodeProvider, paid: opencodeModelProvider, apiPath: '/v1' } as const;

/** Throws HarnessError for a profile, model, provider or key it cannot build with. */
export async function opencodeInvocation(episode: Episode, binary: HarnessBinary): Promise<Invocation> {
  demandStrict('opencode', episode.profile);
  const model = plainModel('opencode', episode.model, 'gpt-5.5');
  const resume = episode.thread?.resume ?? null;
  if (resume !== null && !SESSION.test(resume))
    throw new HarnessError('thread_unusable', 'opencode goes on with a conversation by its id, and this is none.');
  if (episode.input.trim() === '') throw new HarnessError('harness_refused', 'opencode cannot run an empty input.');

  const { bridge, home } = episode;
  const way = await wayToModel(episode, home, MODEL);
  const configFile = join(home, 'opencode.json');
  const config = configText({ model, provider: { baseUrl: way.baseUrl, keyEnv: KEY_ENV }, bridge });
  await writeFile(configFile, config, { mode: 0o600 });
  return {
    path: binary.path,
    args: lockdownArgs(model, resume),
    env: {
      ...lockdownEnv(home, configFile),
      [KEY_ENV]: way.key,
      [bridge.tokenEnv]: bridge.token,
      ...(way.trustFile === null ? {} : { NODE_EXTRA_CA_CERTS: way.trustFile }),
    },
    stdin: episode.input,
    lastMessageFile: null,
    mounts: [...programMounts(binary), ...way.mounts],
    reach: way.reach,
    secrets: [way.key, bridge.token],
  };
}

/** The program and its loader. opencode works in its own home; the workspace is not visible to it. */
export const programMounts = (binary: HarnessBinary): Mount[] => [
  { kind: 'ro', host: binary.root, child: binary.root },
  ...loaderMounts(),
];
