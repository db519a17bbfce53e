/** Builds one episode's invocation: writes what Gemini CLI reads into the episode's home, runs nothing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { Episode, Invocation } from '../../adapter.ts';
import type { HarnessBinary } from '../../binary/find.ts';
import { plainModel } from '../../provider/model.ts';
import { demandStrict } from '../../profile/strict.ts';
import { wayToModel } from '../../provider/way-to-model.ts';
import { lockdownArgs, lockdownEnv, policyText, settingsText } from './lockdown.ts';
import { geminiModelProvider, geminiProvider } from './provider.ts';
import { NODE, runtimeMounts } from './runtime.ts';
import { projectsText } from './threads.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const MODEL = { provider: geminiProvider, paid: geminiModelProvider, apiPath: '' } as const;

/** Throws HarnessError for a profile, model, provider or key it cannot build with. */
export async function geminiInvocation(episode: Episode, binary: HarnessBinary): Promise<Invocation> {
  demandStrict('gemini', episode.profile);
  const model = plainModel('gemini', episode.model, 'gemini-2.5-flash');
  const { resume } = episode.thread ?? { resume: null };
  // A number it would take for a place in its list, and `latest` for a new conversation where there is none.
  if (resume !== null && !UUID.test(resume))
    throw new HarnessError('thread_unusable', 'gemini goes on with a conversation by its id, and this is none.');
  if (episode.input.trim() === '') throw new HarnessError('harness_refused', 'gemini cannot run an empty input.');

  const { bridge, home } = episode;
  const [settings, policyFile] = [join(home, '.gemini'), join(home, 'policy.toml')];
  await mkdir(settings, { recursive: true, mode: 0o700 });
  await writeFile(join(settings, 'settings.json'), settingsText({ bridge }), { mode: 0o600 });
  await writeFile(join(settings, 'projects.json'), projectsText(home), { mode: 0o600 });
  await writeFile(policyFile, policyText({ bridge }), { mode: 0o600 });
  const way = await wayToModel(episode, home, MODEL);
  return {
    path: NODE,
    args: [binary.path, ...lockdownArgs(model, policyFile, resume)],
    env: {
      ...lockdownEnv(home),
      GOOGLE_GEMINI_BASE_URL: way.baseUrl,
      GEMINI_API_KEY: way.key,
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

/** Node, the bundle and what they load. Gemini CLI works in its own home; the workspace is not visible to it. */
export const programMounts = (binary: HarnessBinary): Mount[] => [
  { kind: 'ro', host: binary.root, child: binary.root },
  ...runtimeMounts(),
];
