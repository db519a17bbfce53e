/** The real codex behind its app-server, end to end. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BRIDGE_NAMESPACE } from './cli/codex.ts';
import { CODEX_APP } from './cli/codex-app.ts';
import { contractOf } from './contract.ts';
import { bubblewrap, conformance, KEY, runEpisodeOf, type EpisodeOutcome } from './episode.ts';
import { spying } from './sandbox-wrappers.ts';
import { answer, call, raw, say } from './scripted-model.ts';

contractOf({
  cli: CODEX_APP,
  pairedBy: 'call_id',
  environment: ['CODEX_HOME', 'NO_PROXY'],
  hostile: [
    [raw({ type: 'function_call', name: 'shell', arguments: '{"command":["touch","pwned"]}' })],
    [raw({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"touch pwned"}' })],
    [
      raw({
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Add File: pwned\n+x\n*** End Patch\n',
      }),
    ],
    [raw({ type: 'custom_tool_call', name: 'exec', input: 'await tools.exec_command({cmd:"touch pwned"})' })],
    [raw({ type: 'function_call', name: 'request_user_input', arguments: '{"questions":[]}' })],
  ],
});

describe('an episode over the app-server', () => {
  let outcome: EpisodeOutcome | undefined;
  afterEach(async () => {
    await outcome?.cleanUp();
    outcome = undefined;
  });

  it('is one thread, told from first to last frame, with its key in no environment', async () => {
    const sandbox = spying(bubblewrap());
    const credential = () => join(sandbox.specs.at(-1)!.env['CODEX_HOME']!, 'auth.json');
    let mode = 0;
    outcome = await runEpisodeOf(CODEX_APP, {
      scenario: [
        answer(conformance(BRIDGE_NAMESPACE)),
        answer(
          call(
            'workspace_write',
            () => {
              mode = statSync(credential()).mode & 0o777;
              return { path: 'a.txt', content: 'a' };
            },
            BRIDGE_NAMESPACE,
          ),
        ),
        answer(say('Done.')),
      ],
      sandbox: () => sandbox,
    });
    expect(outcome.result).toMatchObject({ finished: 'completed', finalText: 'Done.' });
    const attested = outcome.recorder.payloads('provenance.attested');
    const sessions = attested.flatMap(({ summary }) => (summary as { session?: string }).session ?? []);
    expect(new Set(sessions).size).toBe(1);
    expect(attested.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const spec = sandbox.specs.at(-1)!;
    expect(Object.values(spec.env)).not.toContain(KEY);
    expect(spec.args.join('\0')).not.toContain(KEY);
    expect(mode).toBe(0o600);
    expect(existsSync(credential())).toBe(false);
  });

  it("holds the gateway's token and never the key, where its model calls pass the gateway", async () => {
    let credential = '';
    const sandbox = spying(bubblewrap());
    outcome = await runEpisodeOf(CODEX_APP, {
      gateway: true,
      scenario: [
        answer(conformance(BRIDGE_NAMESPACE)),
        answer(
          call(
            'workspace_write',
            () => {
              credential = readFileSync(join(sandbox.specs.at(-1)!.env['CODEX_HOME']!, 'auth.json'), 'utf8');
              return { path: 'a.txt', content: 'a' };
            },
            BRIDGE_NAMESPACE,
          ),
        ),
        answer(say('Done.')),
      ],
      sandbox: () => sandbox,
    });
    expect(outcome.result).toMatchObject({ finished: 'completed', finalText: 'Done.' });
    expect(credential).toContain('OPENAI_API_KEY');
    expect(credential).not.toContain(KEY);
    expect(outcome.recorder.payloads('model.answered')).toHaveLength(3);
    expect(outcome.recorder.payloads('provenance.gap').map(({ surface }) => surface)).toEqual(['context']);
  });
});
