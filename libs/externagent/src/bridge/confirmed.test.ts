import { openTestRun } from '@runseal/harness/testing';
import { closeClients, conformantClient } from '../testing/client.ts';
import { echoTool } from '../testing/tools.ts';
import { until } from '../testing/wait.ts';
import { startBridge } from './bridge.ts';

it('lets nothing take effect before the conversation is the one it is to be, whatever the nonce says', async () => {
  let confirmed = false;
  const run = await openTestRun({ tools: [echoTool] });
  const { waist } = run.context;
  const bridge = await startBridge({ waist, onFatal: () => undefined, confirmed: () => Promise.resolve(confirmed) });
  try {
    const client = await conformantClient(bridge);
    const call = () => client.callTool({ name: 'test_echo', arguments: { text: 'x' } });
    expect(await call()).toMatchObject({ isError: true });
    expect(bridge.probe.passed).toBe(true);
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ call: 1, reason: 'not_conformant' }]);
    confirmed = true;
    expect(await call()).toMatchObject({ content: [{ text: 'x' }] });
    expect(bridge.account.map(({ outcome }) => outcome)).toEqual(['rejected', 'ok']);
  } finally {
    await closeClients();
    await bridge.close({ inFlight: 'cancel' });
    await run.remove();
  }
});

it.each([
  ['the bridge closes is refused by then: nothing comes after the end', false],
  ['it is cancelled waits no longer', true],
])('a call that still waits for that when %s', async (_, cancels) => {
  const run = await openTestRun({ tools: [echoTool] });
  const { waist } = run.context;
  let asked = 0;
  const confirmed = (cancelled: AbortSignal) => {
    asked += 1;
    return new Promise<boolean>((resolve) => cancelled.addEventListener('abort', () => resolve(false)));
  };
  const bridge = await startBridge({ waist, onFatal: () => undefined, confirmed });
  try {
    const client = await conformantClient(bridge);
    const cancelled = new AbortController();
    const { signal } = cancelled;
    client.callTool({ name: 'test_echo', arguments: { text: 'x' } }, undefined, { signal }).catch(() => undefined);
    await until('the call to wait', () => asked === 1);
    if (cancels) {
      cancelled.abort();
      await until('the call to be in the account', () => bridge.account.length === 1);
    } else await bridge.close({ inFlight: 'finish' });
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ call: 1, reason: 'not_conformant' }]);
    expect(bridge.account).toMatchObject([{ call: 1, outcome: 'rejected', cancelled: cancels }]);
  } finally {
    await bridge.close({ inFlight: 'cancel' });
    await closeClients();
    await run.remove();
  }
});
