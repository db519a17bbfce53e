/** Builds one episode's invocation: writes what codex reads into the episode's home, runs nothing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemMounts, type Mount } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { Episode, Invocation } from '../../adapter.ts';
import type { HarnessBinary } from '../../binary/find.ts';
import { toollessCatalog } from '../../codex/catalog.ts';
import { serverLockdownArgs } from '../../codex/lockdown.ts';
import type { CodexProfile } from '../../codex/profile.ts';
import { wayToModel } from '../../codex/way.ts';
import { plainModel } from '../../provider/model.ts';
import { appServerConversation } from './conversation.ts';
import { appServerProfile } from './profile.ts';

/** Throws HarnessError for a profile, model, provider or login it cannot build with. */
export async function appServerInvocation(episode: Episode, binary: HarnessBinary): Promise<Invocation> {
  const profile = appServerProfile(episode.profile);
  const model = plainModel('codex-app', episode.model, 'gpt-5.5');
  const { bridge, home, input } = episode;
  if (input.trim() === '') throw new HarnessError('harness_refused', 'codex-app cannot run an empty input.');

  const [codexHome, work, catalogFile] = [join(home, 'codex'), join(home, 'work'), join(home, 'catalog.json')];
  for (const folder of [codexHome, work]) await mkdir(folder, { recursive: true, mode: 0o700 });
  if (profile === 'strict') await writeFile(catalogFile, toollessCatalog(model), { mode: 0o600 });
  const folder = profile === 'strict' ? work : episode.workspace;
  const way = await wayToModel(episode, home);
  await writeFile(join(codexHome, 'auth.json'), credential(way.key), { mode: 0o600, flag: 'wx' });
  return {
    path: binary.path,
    args: serverLockdownArgs(
      {
        profile,
        catalogFile: profile === 'strict' ? catalogFile : null,
        provider: { baseUrl: way.baseUrl, keyEnv: null },
        bridge,
      },
      folder,
    ),
    env: {
      CODEX_HOME: codexHome,
      [bridge.tokenEnv]: bridge.token,
      NO_PROXY: '127.0.0.1,localhost',
      ...(way.trustFile === null ? {} : { SSL_CERT_FILE: way.trustFile }),
    },
    stdin: '',
    conversation: appServerConversation({
      ...{ model, input, profile },
      cwd: folder,
      keep: episode.thread?.keep ?? false,
      resume: episode.thread?.resume ?? null,
    }),
    lastMessageFile: null,
    mounts: [{ kind: 'ro', host: binary.root, child: binary.root }, ...toWorkWith(profile, episode), ...way.mounts],
    reach: way.reach,
    secrets: [way.key, bridge.token],
  };
}

/** What people may allow has to be there to be run, held by the sandbox: programs of the system, and the workspace to read. */
const toWorkWith = (profile: CodexProfile, { workspace }: Episode): readonly Mount[] =>
  profile === 'strict' ? [] : [...systemMounts(), { kind: 'ro', host: workspace, child: workspace }];

/** Lives as long as the episode's home. */
const credential = (key: string): string => JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: key });
