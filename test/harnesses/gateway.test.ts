/** The real codex with its model calls led through our gateway, beside the same episode without it. */
import { adapterNamed, reproject } from '@runseal/externagent/evidence';
import { compareRuns, toHex, vouchSentence, type ContentRef } from '@runseal/spine';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import {
  bubblewrap,
  conformance,
  KEY,
  runEpisodeOf,
  type CliUnderTest,
  type EpisodeOutcome,
  type EpisodeSetup,
} from './episode.ts';
import { spying } from './sandbox-wrappers.ts';
import { sealAndVerify } from './seal.ts';
import { answer, call, cut, failed, say, status, think } from './scripted-model.ts';
import { makeAuthority } from './tls.ts';

const outcomes: EpisodeOutcome[] = [];
const run = async (setup: EpisodeSetup, cli: CliUnderTest = CODEX): Promise<EpisodeOutcome> => {
  const outcome = await runEpisodeOf(cli, { gateway: true, ...setup });
  outcomes.push(outcome);
  return outcome;
};
afterEach(async () => {
  for (const outcome of outcomes.splice(0)) await outcome.cleanUp();
});

beforeAll(() => demandInstalled(CODEX));

const WRITE = [
  answer(conformance(BRIDGE_NAMESPACE)),
  answer(call('workspace_write', { path: 'hello.txt', content: 'hello\n' }, BRIDGE_NAMESPACE)),
  answer(say('I wrote hello.txt.')),
];

const gapsOf = ({ recorder }: EpisodeOutcome) => recorder.payloads('provenance.gap').map(({ surface }) => surface);
const errorsOf = ({ recorder }: EpisodeOutcome) =>
  recorder.payloads('model.answered').map(({ error_class: code }) => code);
const opening = ({ recorder }: EpisodeOutcome) => recorder.payloads('run.opened')[0]!['enforcement_profile'];
describe('codex behind the model gateway', () => {
  it('is recorded on its way to the model: the gaps shrink, and the comparison says so', async () => {
    const through = await run({ scenario: WRITE });
    const past = await run({ scenario: WRITE, gateway: false });
    for (const { result } of [through, past])
      expect(result).toMatchObject({ finished: 'completed', finalText: 'I wrote hello.txt.', lost: 0 });

    expect(gapsOf(past)).toEqual(['model_calls', 'context', 'egress']);
    expect(gapsOf(through)).toEqual(['context']);
    expect(opening(past)).toMatchObject({ model_calls: 'open', egress: 'contained' });
    expect(opening(through)).toMatchObject({ model_calls: 'bridged', egress: 'denied' });
    expect(past.recorder.payloads('model.called')).toEqual([]);
    expect(through.recorder.payloads('model.called')).toMatchObject(
      [1, 2, 3].map((step) => ({ step, model: CODEX.model, endpoint: `${through.model.url}/responses` })),
    );
    expect(through.recorder.payloads('model.answered')).toMatchObject(
      [1, 2, 3].map((step) => ({
        step,
        error: null,
        usage: {
          input_tokens: 100,
          output_tokens: 10,
          cached_input_tokens: 20,
          reasoning_tokens: 3,
          source: 'measured',
        },
      })),
    );
    expect(through.result.usage).toMatchObject({ input_tokens: 300, output_tokens: 30, source: 'measured' });
    expect(past.result.usage).toMatchObject({ input_tokens: 300, output_tokens: 30, source: 'reported' });
    expect(through.recorder.payloads('provenance.declared')[0]).toMatchObject({
      enforced: expect.arrayContaining(['dispatch', 'model_calls']) as unknown,
      unobserved: ['context'],
    });

    expect(vouchSentence(past.recorder.events)).toMatch(
      /its model calls, context changes and network traffic were not seen/,
    );
    expect(vouchSentence(through.recorder.events)).toMatch(
      /its 3 model calls were recorded on the way; .+; its context changes were not seen/,
    );
    const { gaps, enforcement } = compareRuns(through.recorder.events, past.recorder.events);
    expect(gaps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ surface: 'model_calls', left: 0, right: 1 }),
        expect.objectContaining({ surface: 'egress', left: 0, right: 1 }),
      ]),
    );
    expect(enforcement).toEqual(expect.arrayContaining([{ surface: 'model_calls', left: 'bridged', right: 'open' }]));
    const contents = new Map<string, Uint8Array>();
    for (const { raw } of through.recorder.payloads('provenance.attested') as unknown as { raw: ContentRef | null }[])
      if (raw !== null) contents.set(toHex(raw.commitment), through.recorder.contentOf(raw).bytes);
    const again = reproject(adapterNamed('codex')!, through.recorder.events, (commitment) => contents.get(commitment));
    expect(again).toMatchObject({ missing: [], differences: [] });
    expect(again.read).toBeGreaterThan(5);

    const { report, flipped } = await sealAndVerify(through.recorder, through.result);
    expect(report.verdicts.filter((verdict) => verdict.state === 'fail')).toEqual([]);
    expect(flipped.verdicts.find((verdict) => verdict.name === 'integrity')?.state).toBe('fail');
  });

  it("never holds the operator's key, and reaches bridge and gateway only", async () => {
    const sandbox = spying(bubblewrap());
    const { recorded, model } = await run({ scenario: WRITE, sandbox: () => sandbox });
    const spec = sandbox.specs.at(-1)!;
    expect(JSON.stringify(spec.env) + spec.args.join('\0')).not.toContain(KEY);
    expect(spec.reach.length).toBe(2);
    expect(spec.reach.map(({ target }) => target.port)).not.toContain(model.port);
    const token = spec.env['RUNSEAL_PROVIDER_KEY']!;
    expect(token.length).toBeGreaterThan(30);
    for (const secret of [KEY, token]) expect(recorded.includes(secret)).toBe(false);
    expect(model.turns.map((turn) => turn.headers['authorization'])).toEqual(model.turns.map(() => `Bearer ${KEY}`));
  });

  it("checks the provider's certificate against the operator's authorities", async () => {
    const authority = await makeAuthority('localhost');
    const { key, cert, caFile } = authority;
    const at = (trust: Record<string, string>): CliUnderTest => ({
      ...CODEX,
      env: ({ port }) => ({
        ...trust,
        RUNSEAL_CODEX_API_KEY: KEY,
        RUNSEAL_CODEX_BASE_URL: `https://localhost:${port}/v1`,
      }),
    });
    const { result } = await run({ scenario: WRITE, tls: { key, cert } }, at({ SSL_CERT_FILE: caFile }));
    const bad = await run({ scenario: WRITE, tls: { key, cert } }, at({}));
    await authority.remove();
    expect(result).toMatchObject({ finished: 'completed' });
    expect(bad.result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed' });
    expect(errorsOf(bad).length).toBeGreaterThan(0);
    expect(errorsOf(bad)).toEqual(errorsOf(bad).map(() => 'provider_unreachable'));
  });

  it('fails with the run on the record when the provider refuses the key', async () => {
    const outcome = await run({ scenario: [status(401, `Incorrect API key ${KEY}`)] });
    expect(outcome.result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed' });
    expect(errorsOf(outcome).length).toBeGreaterThan(0);
    expect(errorsOf(outcome)).toEqual(errorsOf(outcome).map(() => 'http_401'));
    expect(outcome.recorded.includes(KEY)).toBe(false);
  });

  it.each([
    ['answers 500', status(500, 'down'), 'http_500'],
    ['breaks off', cut(say('half')), 'provider_cut'],
    ['fails in its stream', failed('server_error', 'sorry'), 'provider_failed'],
  ])('tries again when the provider %s, and each try is a call of its own', async (_, step, code) => {
    const outcome = await run({ scenario: [WRITE[0]!, step, answer(say('whole'))] });
    expect(outcome.result).toMatchObject({ finished: 'completed', finalText: 'whole' });
    expect(errorsOf(outcome)).toEqual([null, code, null]);
    expect(outcome.recorder.payloads('model.called').map(({ step }) => step)).toEqual([1, 2, 3]);
  });

  it('sends back what its model thought as it came, also where the provider gave no encrypted content of it', async () => {
    const outcome = await run({
      scenario: [answer(think('Which tool?'), conformance(BRIDGE_NAMESPACE)), ...WRITE.slice(1)],
    });
    expect(outcome.result).toMatchObject({ finished: 'completed' });
    const { input } = outcome.model.turns.at(-1)!.body as { input: Record<string, unknown>[] };
    const thought = input.find(({ type }) => type === 'reasoning');
    expect(thought).toMatchObject({ id: expect.any(String) as string, encrypted_content: null });
    expect(errorsOf(outcome)).toEqual([null, null, null]);
  });

  it('is stopped in mid-stream by the token brake', async () => {
    const outcome = await run({ scenario: [WRITE[0]!, answer(say('word '.repeat(2000)))], maxTokens: 500 });
    expect(outcome.result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed' });
    expect(outcome.recorder.payloads('brake.engaged')).toEqual([
      expect.objectContaining({ limit: 'max_tokens', allowed: 500 }),
    ]);
    expect(outcome.model.turns.length).toBe(2);
    const [first, second, ...later] = errorsOf(outcome);
    expect(first).toBe(null);
    expect(second).toEqual('budget_exceeded');
    expect(later).toEqual(later.map(() => 'budget_exceeded'));
    expect(outcome.result.finalText ?? '').not.toContain('word word');
  });

  it('takes no token limit without the gateway, where nobody could keep it', async () => {
    await expect(run({ scenario: WRITE, gateway: false, maxTokens: 500 })).rejects.toMatchObject({
      code: 'harness_refused',
    });
  });
});
