/** A real codex in a run that lists hosts: bridge, gateway and provider are reached as before, the rest through the proxy. */
import { startEgress } from '@runseal/dispatch';
import type { MemoryRecorder } from '@runseal/dispatch/testing';
import { CODEX_APP } from './cli/codex-app.ts';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { bubblewrap, conformance, runEpisodeOf } from './episode.ts';
import { spying } from './sandbox-wrappers.ts';
import { answer, call, say } from './scripted-model.ts';

beforeAll(() => demandInstalled(CODEX));

const scenario = [
  answer(conformance(BRIDGE_NAMESPACE)),
  answer(call('workspace_write', { path: 'a.txt', content: 'a' }, BRIDGE_NAMESPACE)),
  answer(say('Done.')),
];
const egress = (recorder: MemoryRecorder) =>
  startEgress({ allow: ['good.example'], recorder, onFatal: () => undefined, resolve: () => Promise.resolve([]) });

it.each([
  ['codex', CODEX, false],
  ['codex', CODEX, true],
  ['codex-app', CODEX_APP, true],
] as const)('%s works with a way out, gateway: %s', async (_, cli, gateway) => {
  const sandbox = spying(bubblewrap());
  const outcome = await runEpisodeOf(cli, { scenario, gateway, egress, sandbox: () => sandbox });
  const { result, recorder, recorded } = outcome;
  await outcome.cleanUp();
  expect(result).toMatchObject({ finished: 'completed', finalText: 'Done.' });
  const { env, reach } = sandbox.specs.at(-1)!;
  const proxy = new URL(env['HTTPS_PROXY']!);
  expect(reach.map(({ port }) => String(port))).toContain(proxy.port);
  expect(env['NO_PROXY']).toBe('127.0.0.1,localhost');
  // Nothing of what codex does by itself goes out: no host was asked for, and the token of the way out is on no record.
  expect(recorder.payloads('egress.decided')).toEqual([]);
  expect(recorded.includes(proxy.password)).toBe(false);
  const surfaces = recorder.payloads('provenance.gap').map(({ surface }) => surface);
  expect(surfaces).toEqual(gateway ? ['context'] : ['model_calls', 'context', 'egress']);
});
