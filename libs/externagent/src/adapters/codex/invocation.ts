/** Builds one episode's invocation: writes what codex reads into the episode's home, runs nothing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError } from '@runseal/harness';
import type { Episode, Invocation } from '../../adapter.ts';
import type { HarnessBinary } from '../../binary/find.ts';
import { plainModel } from '../../provider/model.ts';
import { toollessCatalog } from '../../codex/catalog.ts';
import { lockdownArgs } from '../../codex/lockdown.ts';
import { codexProfile } from '../../codex/profile.ts';
import { wayToModel } from '../../codex/way.ts';

const KEY_ENV = 'RUNSEAL_PROVIDER_KEY';

/** Throws HarnessError for a profile, model, provider or login it cannot build with. */
export async function codexInvocation(episode: Episode, binary: HarnessBinary): Promise<Invocation> {
  const profile = codexProfile(episode.profile);
  const model = plainModel('codex', episode.model, 'gpt-5.5');
  if (episode.input.trim() === '') throw new HarnessError('harness_refused', 'codex cannot run an empty input.');

  const home = await furnish(episode.home);
  const catalogFile = profile === 'strict' ? join(home.root, 'catalog.json') : null;
  if (catalogFile !== null) await writeFile(catalogFile, toollessCatalog(model), { mode: 0o600 });
  const way = await wayToModel(episode, home.root);

  return {
    path: binary.path,
    args: lockdownArgs({
      profile,
      model,
      workingFolder: profile === 'strict' ? home.work : episode.workspace,
      lastMessageFile: home.lastMessage,
      catalogFile,
      provider: { baseUrl: way.baseUrl, keyEnv: KEY_ENV },
      bridge: episode.bridge,
      keep: episode.thread?.keep ?? false,
      resume: episode.thread?.resume ?? null,
    }),
    env: {
      CODEX_HOME: home.codex,
      [KEY_ENV]: way.key,
      [episode.bridge.tokenEnv]: episode.bridge.token,
      NO_PROXY: '127.0.0.1,localhost',
      ...(way.trustFile === null ? {} : { SSL_CERT_FILE: way.trustFile }),
    },
    stdin: episode.input,
    lastMessageFile: home.lastMessage,
    mounts: [
      { kind: 'ro', host: binary.root, child: binary.root },
      ...(profile === 'contained' ? [{ kind: 'ro', host: episode.workspace, child: episode.workspace } as const] : []),
      ...way.mounts,
    ],
    reach: way.reach,
    secrets: [way.key, episode.bridge.token],
  };
}

interface Home {
  readonly root: string;
  readonly codex: string;
  /** Empty: where codex works when it may not see the workspace. */
  readonly work: string;
  readonly lastMessage: string;
}

async function furnish(root: string): Promise<Home> {
  const home = {
    root,
    codex: join(root, 'codex'),
    work: join(root, 'work'),
    lastMessage: join(root, 'last-message.txt'),
  };
  for (const folder of [home.codex, home.work]) await mkdir(folder, { recursive: true, mode: 0o700 });
  return home;
}
