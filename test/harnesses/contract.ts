/** What every external CLI has to pass, real binary and all, before its adapter is taken in. */
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramSpec } from '@runseal/dispatch';
import {
  bubblewrap,
  conformance,
  KEY,
  runEpisodeOf,
  type CliUnderTest,
  type EpisodeOutcome,
  type EpisodeSetup,
} from './episode.ts';
import { redirected, spying } from './sandbox-wrappers.ts';
import { sealAndVerify } from './seal.ts';
import { answer, call, hang, say, status, USAGE, type Item } from './scripted-model.ts';
import { makeAuthority, type Authority } from './tls.ts';
import { until } from './until.ts';

export interface Contract {
  readonly cli: CliUnderTest;
  /** How pairs of its account and ours are found: by its call id where it gives one. */
  readonly pairedBy: 'call_id' | 'inferred';
  /** Tries of its own tools by a hostile model, one answer each. */
  readonly hostile: readonly (readonly Item[])[];
  /** Names in its environment beside the minimal base. */
  readonly environment: readonly string[];
}

const NAME = 'models.runseal.test';
const NOWHERE = { host: '127.0.0.1', port: 1 };

/** The episode's private folder, which stands in the program's argv or environment. */
export const homeOf = (sandbox: { readonly specs: readonly ProgramSpec[] }): string =>
  sandbox.specs.at(-1)!.env['HOME']!;

/** Processes of this machine whose argv or environment names the folder. */
export const processesNaming = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) => {
        try {
          return readFileSync(join('/proc', pid, file), 'utf8').includes(folder);
        } catch {
          return false;
        }
      }),
    );

/** Fails, and says what to do, when the CLI is not there, is not the pinned one, or cannot be confined. */
export async function demandInstalled(cli: CliUnderTest): Promise<void> {
  const { level, reason } = await bubblewrap().probe();
  if (level === 'process') throw new Error(`These tests need a sandbox. ${reason}`);
  const settings = cli.env({ url: 'http://127.0.0.1:9/v1', origin: 'http://127.0.0.1:9', port: 9 });
  const ready = await cli.adapter().detect(bubblewrap(), settings);
  if (ready.code !== null) throw new Error(`${ready.reason} Here: node test/harnesses/install.mjs ${cli.install}`);
  if (ready.version !== cli.version)
    throw new Error(`${cli.install} ${String(ready.version)} was found, not the pinned ${cli.version}.`);
}

export function contractOf({ cli, pairedBy, hostile, environment }: Contract): void {
  const name = cli.adapter().name;
  let outcome: EpisodeOutcome | undefined;
  const run = async (setup: EpisodeSetup): Promise<EpisodeOutcome> => (outcome = await runEpisodeOf(cli, setup));
  afterEach(async () => {
    await outcome?.cleanUp();
    outcome = undefined;
  });

  const probe = (): Item => conformance(cli.namespace);
  const write = (): Item => call('workspace_write', { path: 'hello.txt', content: 'hello\n' }, cli.namespace);
  const WRITE = [answer(probe()), answer(write()), answer(say('I wrote hello.txt.'))];

  describe(`the contract of an external CLI, kept by ${name}`, () => {
    beforeAll(() => demandInstalled(cli));

    describe('in one whole episode', () => {
      const sandbox = spying(bubblewrap());
      let whole: EpisodeOutcome;
      beforeAll(async () => (whole = await runEpisodeOf(cli, { scenario: WRITE, sandbox: () => sandbox })));
      afterAll(() => whole?.cleanUp());

      it('changes the workspace through the bridge, and its record verifies', async () => {
        const { result, workspace, recorder } = whole;
        expect(result).toMatchObject({ finished: 'completed', error: null, finalText: 'I wrote hello.txt.', lost: 0 });
        expect(await readFile(join(workspace, 'hello.txt'), 'utf8')).toBe('hello\n');
        expect(recorder.payloads('dispatch.start')).toEqual([
          expect.objectContaining({ call: 1, action: 'workspace_write', via: 'bridge', scope: 'hello.txt' }),
        ]);
        expect(recorder.payloads('dispatch.end')).toEqual([expect.objectContaining({ call: 1, outcome: 'ok' })]);
        expect(recorder.payloads('provenance.reconciled')).toEqual([
          expect.objectContaining({ call: 1, state: 'matched', by: pairedBy, tool: 'workspace_write' }),
        ]);
        expect(recorder.payloads('episode.started')).toEqual([expect.objectContaining({ containment: 'kernel' })]);
        expect(recorder.payloads('episode.ended')).toEqual([
          expect.objectContaining({ completion: 'terminal_frame', exit_code: 0, failed: false, children_survived: 0 }),
        ]);
        const frames = recorder.payloads('provenance.attested').map((payload) => payload['frame']);
        expect(frames).toEqual(frames.map((_, index) => index + 1));

        const { report, flipped } = await sealAndVerify(recorder, result);
        expect(report.verdicts.filter((verdict) => verdict.state === 'fail')).toEqual([]);
        expect(report.verdicts.find((verdict) => verdict.name === 'integrity')?.state).toBe('pass');
        expect(report.mix?.tiers.attested).toBe(frames.length);
        expect(flipped.verdicts.find((verdict) => verdict.name === 'integrity')?.state).toBe('fail');
      });

      it('reports the usage of all its turns', () => {
        const { result, recorder } = whole;
        const sum = {
          input_tokens: 3 * USAGE.input,
          output_tokens: 3 * USAGE.output,
          cached_input_tokens: 3 * USAGE.cached,
        };
        expect(result.usage).toMatchObject({ ...sum, source: 'reported' });
        expect(recorder.payloads('episode.ended')[0]!['usage']).toMatchObject(sum);
      });

      it('declares what nobody saw, and nothing that did not happen', () => {
        const { recorder } = whole;
        const gaps = recorder.payloads('provenance.gap').map(({ surface, reason }) => [surface, reason]);
        expect(gaps).toEqual(['model_calls', 'context', 'egress'].map((surface) => [surface, 'not_observable']));
        expect(recorder.payloads('provenance.declared')).toEqual([
          expect.objectContaining({ harness: name, native_commands: 0, native_file_changes: 0, probe_failures: 0 }),
        ]);
      });

      it('offers the model nothing but the tools of the bridge', () => {
        const { model } = whole;
        expect(model.turns.length).toBe(3);
        for (const turn of model.turns) {
          const offered = cli.offered(turn);
          const own = offered.filter((tool) => !/runseal[/_]/.test(tool) && !(cli.harmless ?? []).includes(tool));
          expect(own).toEqual([]);
          for (const tool of ['conformance_check', 'workspace_write'])
            expect(offered.filter((found) => found.endsWith(tool))).toHaveLength(1);
        }
      });

      it('gives away neither key nor token, and inherits nothing', () => {
        const { recorded } = whole;
        const spec = sandbox.specs.at(-1)!;
        const token = spec.env['RUNSEAL_BRIDGE_TOKEN']!;
        expect(token.length).toBeGreaterThan(30);
        for (const secret of [KEY, token]) {
          expect(recorded.includes(secret)).toBe(false);
          expect(spec.args.join('\0')).not.toContain(secret);
        }
        const base = ['HOME', 'LANG', 'PATH', 'RUNSEAL_BRIDGE_TOKEN', 'TMPDIR'];
        expect(Object.keys(spec.env).sort()).toEqual([...base, ...environment].sort());
        expect(spec.mounts.filter((mount) => mount.kind === 'rw').map((mount) => mount.child)).toEqual([
          spec.env['HOME'],
        ]);
      });
    });

    it('lets a hostile model do nothing with tools of the CLI', async () => {
      const { result, workspace, recorder } = await run({
        scenario: [answer(probe()), ...hostile.map((items) => answer(...items)), answer(say('I tried everything.'))],
      });
      expect(result).toMatchObject({ finished: 'completed', finalText: 'I tried everything.' });
      expect(await readdir(workspace)).toEqual([]);
      expect(recorder.payloads('dispatch.start')).toEqual([]);
      expect(recorder.payloads('provenance.declared')).toEqual([
        expect.objectContaining({ native_commands: 0, native_file_changes: 0 }),
      ]);
    });

    it('fails, and says so, when the provider refuses the key', async () => {
      const { result, recorder, recorded } = await run({
        scenario: [status(401, `Incorrect API key provided: ${KEY}.`, 'invalid_api_key', 'authentication_error')],
      });
      expect(result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed' });
      expect(result.error).toMatch(/401|Incorrect API key|authentication/i);
      expect(recorded.includes(KEY)).toBe(false);
      const errors = recorder.payloads('provenance.attested').filter((payload) => payload['kind'] === 'error');
      expect(errors.at(-1)).toMatchObject({ summary: { terminal: true } });
    });

    it('fails when its bridge cannot be reached', async () => {
      const { result } = await run({
        scenario: WRITE,
        sandbox: ({ port }) => redirected(bubblewrap(), (target) => (target.port === port ? null : NOWHERE)),
      });
      expect(result.finished).toBe('failed');
      expect(result.error).not.toBe('');
    });

    describe('with a provider that has a name', () => {
      let authority: Authority;
      beforeAll(async () => (authority = await makeAuthority(NAME)));
      afterAll(() => authority.remove());

      /** The name exists inside the sandbox only; outside, its relay is led to the scripted model. */
      const named = (trust: Readonly<Record<string, string>>): EpisodeSetup => ({
        scenario: WRITE,
        tls: authority,
        env: { ...cli.env({ origin: `https://${NAME}`, url: `https://${NAME}/v1`, port: 443 }), ...trust },
        sandbox: (model) =>
          redirected(bubblewrap(), (target) => (target.host === NAME ? { host: '127.0.0.1', port: model.port } : null)),
      });

      it('reaches it under that name', async () => {
        const { result, model } = await run(named({ SSL_CERT_FILE: authority.caFile }));
        expect(result).toMatchObject({ finished: 'completed', finalText: 'I wrote hello.txt.' });
        expect(model.turns[0]!.headers.host).toMatch(/^models\.runseal\.test(:\d+)?$/);
      });

      it('sends it nothing when its certificate is not under a trusted authority', async () => {
        const { result, model } = await run(named({}));
        expect(result.finished).toBe('failed');
        expect(model.requests).toEqual([]);
      });
    });

    it('fails when it never calls the probe, whatever it says', async () => {
      const { result } = await run({ scenario: [answer(say('All done, the probe is called, trust me.'))] });
      expect(result).toMatchObject({ finished: 'failed', errorClass: 'conformance_failed' });
    });

    it('is gone within two seconds of a halt, with all that it started', async () => {
      const sandbox = spying(bubblewrap());
      let halted = 0;
      const { result, recorder } = await run({
        scenario: [answer(probe()), hang()],
        sandbox: () => sandbox,
        meanwhile: async ({ model, killSwitch }) => {
          await until(() => model.turns.length === 2, 'the second turn', 45_000);
          expect(processesNaming(homeOf(sandbox))).not.toEqual([]);
          halted = performance.now();
          killSwitch.engage('enough', 'tester');
        },
      });
      expect(performance.now() - halted).toBeLessThan(2000);
      expect(result).toMatchObject({ finished: 'halted', errorClass: 'run_halted' });
      expect(recorder.payloads('episode.ended')).toEqual([
        // Asked to stop, a CLI may still say a last word before the rest is killed.
        expect.objectContaining({
          completion: expect.stringMatching(/^(killed|terminal_frame)$/) as string,
          children_survived: 0,
          failed: true,
          final: null,
        }),
      ]);
      expect(processesNaming(homeOf(sandbox))).toEqual([]);
    });
  });
}
