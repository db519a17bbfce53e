import { openTestRun } from '@runseal/harness/testing';
import { z } from 'zod';
import type { Tool } from '@runseal/dispatch';
import { closeClients, conformantClient } from '../testing/client.ts';
import { startBridge } from './bridge.ts';

/** Longer than the 60 seconds that clients and servers commonly allow. */
const LONG_MS = 61_000;

const schema = z.strictObject({});
const slow: Tool<typeof schema> = {
  name: 'test_slow',
  description: 'Takes its time.',
  schema,
  readOnly: true,
  runsPrograms: false,
  scope: () => '',
  run: () => new Promise((resolve) => setTimeout(() => resolve({ text: 'at last' }), LONG_MS)),
};

it('a tool that works for 61 seconds is answered, over a client that is kept informed', async () => {
  const run = await openTestRun({ tools: [slow], callTimeoutMs: 120_000 });
  const bridge = await startBridge({ waist: run.context.waist, onFatal: () => undefined });
  const client = await conformantClient(bridge);
  const options = { onprogress: () => undefined, resetTimeoutOnProgress: true };
  expect(await client.callTool({ name: 'test_slow', arguments: {} }, undefined, options)).toMatchObject({
    content: [{ text: 'at last' }],
  });
  await closeClients();
  await bridge.close({ inFlight: 'cancel' });
  await run.remove();
}, 90_000);
