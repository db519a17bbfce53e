/** What a CLI that goes on with a conversation has to pass: exactly that one, held exactly as the first was. */
import type { UsagePayload } from '@runseal/spine';
import { demandInstalled } from './contract.ts';
import {
  bubblewrap,
  conformance,
  runEpisodeOf,
  type CliUnderTest,
  type EpisodeOutcome,
  type EpisodeSetup,
} from './episode.ts';
import { spying } from './sandbox-wrappers.ts';
import { answer, call, promptText, say, USAGE, type Item } from './scripted-model.ts';

export interface ThreadContract {
  readonly title: string;
  readonly cli: CliUnderTest;
  /** A try of its own shell by a hostile model. */
  readonly hostile: Item;
  /** Turns counted in what it reports of a conversation: those of the episode alone, or all. */
  readonly counts: 'thread' | 'episode';
}

const noncesIn = (body: unknown) =>
  [...promptText(body).matchAll(/\\?"nonce\\?": \\?"([0-9a-f]+)/g)].map(([, nonce]) => nonce!);
const KEEP = { keep: true, resume: null };
const usageOf = (turns: number) => ({ input_tokens: turns * USAGE.input, output_tokens: turns * USAGE.output });

export function threadContractOf({ title, cli, hostile, counts }: ThreadContract): void {
  const { namespace } = cli;
  const write = (path: string) => answer(call('workspace_write', { path, content: 'x' }, namespace));
  const probe = answer(conformance(namespace));

  describe(`a thread of ${title}`, () => {
    const outcomes: EpisodeOutcome[] = [];
    beforeAll(() => demandInstalled(cli));
    let known: Awaited<ReturnType<typeof first>>;
    beforeAll(async () => (known = await first()));
    afterEach(async () => {
      for (const outcome of outcomes.splice(0)) await outcome.cleanUp();
    });

    const run = async (setup: EpisodeSetup) => {
      const outcome = await runEpisodeOf(cli, setup);
      outcomes.push(outcome);
      return outcome;
    };

    async function first() {
      const scenario = [probe, write('one.txt'), answer(say('The word is heron.'))];
      const outcome = await run({ scenario, thread: KEEP });
      const ended = outcome.recorder.payloads('episode.ended')[0] as unknown as {
        thread: { id: string; state: { commitment: Uint8Array }; usage: UsagePayload };
      };
      const { id, state, usage } = ended.thread;
      return { ...outcome, id, usage, state: outcome.recorder.contentOf(state).bytes };
    }

    it('goes on as itself, with every capability as narrow as before', async () => {
      const { result, id, state, usage } = known;
      expect(result).toMatchObject({ finished: 'completed', finalText: 'The word is heron.' });
      const sandbox = spying(bubblewrap());
      const again = await run({
        scenario: [
          // The first nonce stands in the conversation too; it opens nothing any more.
          answer(call('conformance_check', (body) => ({ nonce: noncesIn(body).at(-1) }), namespace)),
          answer(hostile),
          write('two.txt'),
          answer(say('It was heron.')),
        ],
        thread: { keep: true, resume: { id, state, usage } },
        sandbox: () => sandbox,
      });
      expect(again.result).toMatchObject({ finished: 'completed', finalText: 'It was heron.' });
      expect(promptText(again.model.turns[0]!.body)).toContain('The word is heron.');
      const offered = cli.offered(again.model.turns[0]!).filter((tool) => !(cli.harmless ?? []).includes(tool));
      expect(offered.length).toBeGreaterThan(0);
      expect(offered.filter((tool) => !/runseal[/_]/.test(tool))).toEqual([]);
      const started = again.recorder.payloads('episode.started')[0]!;
      expect(started['resumes']).toBe(id);
      const sessions = again.recorder
        .payloads('provenance.attested')
        .flatMap(({ summary }) => (summary as { session?: string }).session ?? []);
      expect(new Set(sessions)).toEqual(new Set([id]));
      // What it counts of the whole is told apart: the episode is what came since.
      expect(again.recorder.payloads('episode.ended')[0]).toMatchObject({
        usage: usageOf(4),
        thread: { id, usage: usageOf(counts === 'thread' ? 7 : 4) },
      });
      expect(again.recorder.payloads('dispatch.start').map(({ scope }) => scope)).toEqual(['two.txt']);
    });

    it('is never another one: with a thread that it does not know, nothing happens', async () => {
      const { state } = known;
      for (const id of ['01a22715-0000-7000-8000-000000000000', 'a-name-that-nobody-gave']) {
        const renamed = { ...(JSON.parse(new TextDecoder().decode(state)) as object), thread: id };
        const resume = { id, state: new TextEncoder().encode(JSON.stringify(renamed)), usage: null };
        const lost: unknown = await run({
          scenario: [probe, write('stolen.txt'), answer(say('Done.'))],
          thread: { keep: false, resume },
        }).catch((error: unknown) => error);
        // It may be refused before anything is started.
        if (lost instanceof Error) expect(lost).toMatchObject({ code: 'thread_unusable' });
        else {
          const { result, recorder } = lost as EpisodeOutcome;
          expect(result.finished).toBe('failed');
          expect(result.errorClass).toMatch(/^(session_error|harness_failed)$/);
          expect(recorder.payloads('dispatch.start')).toEqual([]);
        }
      }
    });

    it('is not begun with what belongs to another, or is no thread at all', async () => {
      const { state } = known;
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
}
