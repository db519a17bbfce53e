import { openTestRun } from '@runseal/harness/testing';
import { closeClients, conformantClient } from '../testing/client.ts';
import { echoTool } from '../testing/tools.ts';
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
