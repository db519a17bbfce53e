/** Builds one episode's invocation: writes what Claude Code reads into the episode's home, runs nothing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { Episode, Invocation } from '../../adapter.ts';
import type { HarnessBinary } from '../../binary/find.ts';
import { loaderMounts } from '../../binary/loader.ts';
import { plainModel } from '../../provider/model.ts';
import { demandStrict } from '../../profile/strict.ts';
import { wayToModel } from '../../provider/way-to-model.ts';
import { LOCKDOWN_ENV, lockdownArgs, mcpConfig } from './lockdown.ts';
import { claudeModelProvider, claudeProvider } from './provider.ts';

const MODEL = { provider: claudeProvider, paid: claudeModelProvider, apiPath: '' } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws HarnessError for a profile, model, provider or key it cannot build with. */
export async function claudeInvocation(episode: Episode, binary: HarnessBinary): Promise<Invocation> {
  demandStrict('claude', episode.profile);
  const model = plainModel('claude', episode.model, 'claude-sonnet-4-5');
  const { keep, resume } = episode.thread ?? { keep: false, resume: null };
  // Anything else it would look up among the titles of conversations.
  if (resume !== null && !UUID.test(resume))
    throw new HarnessError('thread_unusable', 'claude goes on with a conversation by its id, and this is none.');
  if (episode.input.trim() === '') throw new HarnessError('harness_refused', 'claude cannot run an empty input.');

  const { bridge, home } = episode;
  const configFolder = join(home, 'claude');
  await mkdir(configFolder, { recursive: true, mode: 0o700 });
  const mcpConfigFile = join(home, 'mcp.json');
  await writeFile(mcpConfigFile, mcpConfig(bridge), { mode: 0o600 });
  const way = await wayToModel(episode, home, MODEL);
  return {
    path: binary.path,
    args: lockdownArgs({ model, mcpConfigFile, bridgeName: bridge.name, keep, resume }),
    env: {
      ...LOCKDOWN_ENV,
      CLAUDE_CONFIG_DIR: configFolder,
      ANTHROPIC_BASE_URL: way.baseUrl,
      ANTHROPIC_API_KEY: way.key,
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

/** The program and its loader. Claude Code works in its own empty home; the workspace is not visible to it. */
export const programMounts = (binary: HarnessBinary): Mount[] => [
  { kind: 'ro', host: binary.root, child: binary.root },
  ...loaderMounts(),
];
