/** The ways one goal is driven side by side, and what each needs of a scripted model. */
import { CLAUDE } from '../cli/claude.ts';
import { CODEX } from '../cli/codex.ts';
import { CODEX_APP } from '../cli/codex-app.ts';
import { GEMINI } from '../cli/gemini.ts';
import { OPENCODE } from '../cli/opencode.ts';
import { conformance, KEY, type CliUnderTest } from '../episode.ts';
import { answer, call, say, type ScriptedModel, type Step } from '../scripted-model.ts';
import { FILE, LETTER } from './goal.ts';

export interface Way {
  /** As `--only` names it. */
  readonly name: string;
  readonly harness: string;
  readonly profile?: string;
  /** Whether model calls pass our gateway; absent where there is no CLI whose calls could. */
  readonly gateway?: boolean;
  readonly model?: string;
  /** The vendor CLI to install, as test/harnesses/install.mjs names it; null for what ships with the project. */
  readonly install: string | null;
  /** What the model answers; null without a model. */
  readonly script: readonly Step[] | null;
  readonly aside?: (body: unknown) => boolean;
  /** The operator's settings that lead it to the scripted model. */
  readonly env: (model: Pick<ScriptedModel, 'url' | 'origin' | 'port'>) => Readonly<Record<string, string>>;
}

const work = (namespace?: string): Step[] => [
  answer(call('workspace_write', { path: FILE, content: LETTER }, namespace)),
  answer(call('workspace_read', { path: FILE }, namespace)),
  answer(say(`I wrote ${FILE} and read it back.`)),
];

const cliWay = (name: string, cli: CliUnderTest, more: Pick<Way, 'profile' | 'gateway'> = {}): Way => ({
  name,
  harness: cli.adapter().name,
  gateway: true,
  model: cli.model,
  install: cli.install,
  script: [answer(conformance(cli.namespace)), ...work(cli.namespace)],
  ...(cli.aside === undefined ? {} : { aside: cli.aside }),
  env: cli.env,
  ...more,
});

export const WAYS: readonly Way[] = [
  { name: 'echo', harness: 'echo', install: null, script: null, env: () => ({}) },
  {
    name: 'chat',
    harness: 'chat',
    model: 'gpt-5.5',
    install: null,
    script: work(),
    env: ({ url }) => ({ RUNSEAL_CHAT_BASE_URL: url, RUNSEAL_CHAT_API_KEY: KEY }),
  },
  cliWay('codex-strict', CODEX, { profile: 'strict' }),
  cliWay('codex-strict-direct', CODEX, { profile: 'strict', gateway: false }),
  cliWay('codex-contained', CODEX, { profile: 'contained' }),
  cliWay('codex-contained-direct', CODEX, { profile: 'contained', gateway: false }),
  cliWay('codex-app', CODEX_APP, { profile: 'strict' }),
  cliWay('codex-app-contained', CODEX_APP, { profile: 'contained' }),
  cliWay('claude', CLAUDE),
  cliWay('opencode', OPENCODE),
  cliWay('gemini', GEMINI),
];
