/** The other real CLIs behind our model gateway: each speaks its own protocol, none holds the operator's key. */
import { CLAUDE } from '../cli/claude.ts';
import { CODEX_APP } from '../cli/codex-app.ts';
import { GEMINI } from '../cli/gemini.ts';
import { OPENCODE } from '../cli/opencode.ts';
import { demandInstalled } from '../contract.ts';
import { bubblewrap, conformance, KEY, runEpisodeOf, type CliUnderTest, type EpisodeOutcome } from '../episode.ts';
import { spying } from '../sandbox-wrappers.ts';
import { answer, call, say } from '../scripted-model.ts';

let outcome: EpisodeOutcome | undefined;
afterEach(async () => {
  await outcome?.cleanUp();
  outcome = undefined;
});

describe.each<[string, CliUnderTest, string]>([
  ['Claude Code', CLAUDE, '/v1/messages'],
  ['opencode', OPENCODE, '/v1/chat/completions'],
  ['codex app-server', CODEX_APP, '/v1/responses'],
  ['Gemini CLI', GEMINI, '/v1beta/models/gemini-2.5-flash:streamGenerateContent'],
])('%s behind the model gateway', (_, cli, path) => {
  beforeAll(() => demandInstalled(cli));

  it('has every model call on the record, measured, and the gaps of a run whose traffic is seen', async () => {
    const sandbox = spying(bubblewrap());
    const scenario = [
      answer(conformance(cli.namespace)),
      answer(call('workspace_write', { path: 'hello.txt', content: 'hello\n' }, cli.namespace)),
      answer(say('I wrote hello.txt.')),
    ];
    outcome = await runEpisodeOf(cli, { scenario, gateway: true, sandbox: () => sandbox });
    const { result, recorder, model, recorded } = outcome;
    expect(result).toMatchObject({ finished: 'completed', finalText: 'I wrote hello.txt.', lost: 0 });
    expect(recorder.payloads('provenance.gap').map(({ surface }) => surface)).toEqual(['context']);
    const called = recorder.payloads('model.called');
    expect(called.length).toBe(model.requests.length);
    expect(new Set(called.map(({ endpoint }) => endpoint))).toEqual(new Set([`${model.origin}${path}`]));
    expect(recorder.payloads('model.answered').map(({ error }) => error)).toEqual(called.map(() => null));
    expect(result.usage).toMatchObject({ source: 'measured' });
    expect(JSON.stringify(sandbox.specs.at(-1)!.env)).not.toContain(KEY);
    expect(sandbox.specs.at(-1)!.reach.length).toBe(2);
    expect(recorded.includes(KEY)).toBe(false);
  });
});
