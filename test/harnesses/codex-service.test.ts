/** The main path with a vendor's real CLI: a goal goes in over HTTP, codex drives it, the sealed record comes out and verifies. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromHex, verifyRecord } from '@runseal/spine';
import type { Wire } from '@runseal/api/client';
import { eventsOf, openHouse, sealed, submit, until, type House } from '../integration/api-house.ts';
import { BRIDGE_NAMESPACE, CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { conformance } from './episode.ts';
import { answer, call, say, startScriptedModel, type ScriptedModel } from './scripted-model.ts';

let model: ScriptedModel;
let house: House;

beforeAll(async () => {
  await demandInstalled(CODEX);
  model = await startScriptedModel({
    scenario: [
      answer(conformance(BRIDGE_NAMESPACE)),
      answer(call('workspace_write', { path: 'hello.txt', content: 'hello from codex\n' }, BRIDGE_NAMESPACE)),
      answer(say('I wrote hello.txt.')),
    ],
  });
  house = await openHouse(CODEX.env(model));
  await house.worker();
});
afterAll(async () => {
  await house?.close();
  await model?.close();
});

it('submits a goal, is driven by codex in the sandbox, checks its work, seals it and verifies it from the export', async () => {
  const run = await submit(house, {
    objective: 'Write hello.txt.',
    harness: 'codex',
    model: CODEX.model,
    containmentFloor: 'kernel',
    verify: { command: ['grep', '-q', 'codex', 'hello.txt'] },
  });
  const detail = await until(house, run, sealed, 60_000);
  expect(detail).toMatchObject({ state: 'completed', harnessKind: 'external', profile: 'strict', errorCode: null });
  expect(await readFile(join(house.dataDir, 'runs', run, 'workspace', 'hello.txt'), 'utf8')).toBe('hello from codex\n');

  const events = await eventsOf(house, run);
  const types = events.map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining([
      'dispatch.start',
      'dispatch.end',
      'provenance.attested',
      'provenance.gap',
      'provenance.declared',
      'provenance.reconciled',
      'check.recorded',
    ]),
  );
  const { items } = (await (await house.ask('/api/v1/keys')).json()) as Wire<'KeyList'>;
  const record = new Uint8Array(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer());
  const keyring = items.map(({ keyId, publicKeyHex }) => ({ keyId, publicKey: fromHex(publicKeyHex) }));
  const report = await verifyRecord(record, { keyring });
  const states = Object.fromEntries(report.verdicts.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    integrity: 'pass',
    completeness: 'pass',
    governance: 'pass',
    ground_truth: 'pass',
    provenance: 'warn',
  });
  expect(report.vouches).toContain('1 of 1 tool call');

  // What holds codex was tried before it was used; what was not tried says so.
  const { payload } = events.find(({ type }) => type === 'run.opened')!;
  const found = { shell: 'denied', hooks: 'denied', egress: 'denied', model_calls: 'bridged' };
  expect(payload).toMatchObject({ enforcement_profile: { egress: 'denied', model_calls: 'bridged' } });
  expect(payload).toMatchObject({ enforcement_probe: { complete: true, reason: '', offered: [], found } });
  const harnesses = (await (await house.ask('/api/v1/harnesses')).json()) as Wire<'HarnessList'>;
  expect(harnesses.items.find(({ name }) => name === 'codex')!.probed).toMatchObject({
    strict: { complete: true, broken: [], found, binarySha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
    contained: null,
  });
});
