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

it('a call that still waits for that when the bridge closes is refused by then: nothing comes after the end', async () => {
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
    const call = client.callTool({ name: 'test_echo', arguments: { text: 'x' } });
    call.catch(() => undefined);
    await until('the call to wait', () => asked === 1);
    await bridge.close({ inFlight: 'finish' });
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ call: 1, reason: 'not_conformant' }]);
    expect(bridge.account).toMatchObject([{ call: 1, outcome: 'rejected', cancelled: false }]);
  } finally {
    await closeClients();
    await run.remove();
  }
});
