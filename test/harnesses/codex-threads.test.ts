/** A conversation of the real codex that goes on in a later run: exactly that one, held exactly as the first was. */
import type { UsagePayload } from '@runseal/spine';
import { CODEX_APP } from './cli/codex-app.ts';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { bubblewrap, conformance, runEpisodeOf, type EpisodeOutcome, type EpisodeSetup } from './episode.ts';
import { spying } from './sandbox-wrappers.ts';
import { answer, call, promptText, raw, say } from './scripted-model.ts';

beforeAll(() => demandInstalled(CODEX));

const outcomes: EpisodeOutcome[] = [];
afterEach(async () => {
  for (const outcome of outcomes.splice(0)) await outcome.cleanUp();
});

const write = (path: string) => answer(call('workspace_write', { path, content: 'x' }, BRIDGE_NAMESPACE));
const probe = answer(conformance(BRIDGE_NAMESPACE));
const noncesIn = (body: unknown) =>
  [...promptText(body).matchAll(/"nonce": "([0-9a-f]+)"/g)].map(([, nonce]) => nonce!);
const KEEP = { keep: true, resume: null };

describe.each([
  ['codex exec', CODEX],
  ['codex app-server', CODEX_APP],
])('a thread of %s', (_, cli) => {
  const run = async (setup: EpisodeSetup) => {
    const outcome = await runEpisodeOf(cli, setup);
    outcomes.push(outcome);
    return outcome;
  };

  async function first() {
    const outcome = await run({ scenario: [probe, write('one.txt'), answer(say('The word is heron.'))], thread: KEEP });
    const ended = outcome.recorder.payloads('episode.ended')[0] as unknown as {
      thread: { id: string; state: { commitment: Uint8Array }; usage: UsagePayload };
    };
    const { id, state, usage } = ended.thread;
    return { ...outcome, id, usage, state: outcome.recorder.contentOf(state).bytes };
  }

  it('goes on as itself, with every capability as narrow as before', async () => {
    const { result, id, state, usage } = await first();
    expect(result).toMatchObject({ finished: 'completed', finalText: 'The word is heron.' });
    const sandbox = spying(bubblewrap());
    const again = await run({
      scenario: [
        // The first nonce stands in the conversation too; it opens nothing any more.
        answer(call('conformance_check', (body) => ({ nonce: noncesIn(body).at(-1) }), BRIDGE_NAMESPACE)),
        answer(raw({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"touch pwned"}' })),
        write('two.txt'),
        answer(say('It was heron.')),
      ],
      thread: { keep: true, resume: { id, state, usage } },
      sandbox: () => sandbox,
    });
    expect(again.result).toMatchObject({ finished: 'completed', finalText: 'It was heron.' });
    expect(promptText(again.model.turns[0]!.body)).toContain('The word is heron.');
    const offered = cli.offered(again.model.turns[0]!).filter((tool) => !cli.harmless!.includes(tool));
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter((tool) => !tool.startsWith(BRIDGE_NAMESPACE))).toEqual([]);
    const started = again.recorder.payloads('episode.started')[0]!;
    expect(started['resumes']).toBe(id);
    const sessions = again.recorder
      .payloads('provenance.attested')
      .flatMap(({ summary }) => (summary as { session?: string }).session ?? []);
    expect(new Set(sessions)).toEqual(new Set([id]));
    // Codex counts on from where the thread stood; the episode is what came since.
    expect(again.recorder.payloads('episode.ended')[0]).toMatchObject({
      usage: { input_tokens: 400, output_tokens: 40 },
      thread: { id, usage: { input_tokens: 700, output_tokens: 70 } },
    });
    expect(again.recorder.payloads('dispatch.start').map(({ scope }) => scope)).toEqual(['two.txt']);
  });

  it('is never another one: with a thread that codex does not know, nothing happens', async () => {
    const { state } = await first();
    for (const id of ['01a22715-0000-7000-8000-000000000000', 'a-name-that-nobody-gave']) {
      const renamed = { ...(JSON.parse(new TextDecoder().decode(state)) as object), thread: id };
      const lost = await run({
        scenario: [probe, write('stolen.txt'), answer(say('Done.'))],
        thread: { keep: false, resume: { id, state: new TextEncoder().encode(JSON.stringify(renamed)), usage: null } },
      });
      expect(lost.result.finished).toBe('failed');
      expect(lost.result.errorClass).toMatch(/^(session_error|harness_failed)$/);
      expect(lost.recorder.payloads('dispatch.start')).toEqual([]);
    }
  });

  it('is not begun with what belongs to another, or is no thread at all', async () => {
    const { state } = await first();
    for (const wrong of [state, new Uint8Array([1, 2, 3]), new TextEncoder().encode('{"thread":"x","files":[]}')])
      await expect(
        run({ scenario: [probe], thread: { keep: false, resume: { id: 'x', state: wrong, usage: null } } }),
      ).rejects.toMatchObject({ code: 'thread_unusable' });
  });

  it('leaves nothing behind unless it was to be kept', async () => {
    const { recorder } = await run({ scenario: [probe, write('one.txt'), answer(say('Done.'))] });
    expect(recorder.payloads('episode.ended')[0]).not.toHaveProperty('thread');
  });
});
