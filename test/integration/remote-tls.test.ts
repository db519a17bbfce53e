import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { makeAuthority, type Authority } from '../harnesses/tls.ts';
import { openHouse, type House } from './api-house.ts';
import { startModel, type ModelEndpoint } from './model-endpoint.ts';
import { EXAMPLE, startHarness, type PythonHarness } from './python-harness.ts';
import { open, say, turnsOf } from './sessions-house.ts';

let authority: Authority;
let stranger: Authority;
let model: ModelEndpoint;
let harness: PythonHarness;
let server: Server;
let house: House;
let port: number;

/** Speaks TLS for a harness that does not. */
async function inFrontOf(address: string, { key, cert }: Authority): Promise<Server> {
  const [host, inner] = address.split(':');
  const front = createServer({ key, cert }, (socket) => {
    const behind = connect({ host: host!, port: Number(inner) });
    for (const side of [socket, behind]) side.on('error', () => side.destroy());
    socket.pipe(behind).pipe(socket);
  });
  // A client that hangs up over the certificate is the client's business.
  front.on('tlsClientError', () => undefined);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return front;
}

beforeAll(async () => {
  [authority, stranger] = await Promise.all([makeAuthority('localhost'), makeAuthority('localhost')]);
  [model, harness] = [await startModel(), await startHarness(EXAMPLE, { HARNESS_TOKEN: 'swordfish' })];
  server = await inFrontOf(harness.address, authority);
  ({ port } = server.address() as AddressInfo);
  house = await openHouse({
    RUNSEAL_OPERATOR_ADDR: '127.0.0.1:0',
    RUNSEAL_CHAT_BASE_URL: model.baseUrl,
    RUNSEAL_CHAT_API_KEY: 'k',
    RUNSEAL_CHAT_MODEL: 'm-1',
    RUNSEAL_HARNESSES: `given=tls://localhost:${port}`,
    ...Object.fromEntries(
      ['GIVEN', 'FAR', 'UNKNOWN', 'OTHER', 'WRONG_NAME', 'NO_FILE'].map((name) => [
        `RUNSEAL_HARNESS_TOKEN_${name}`,
        'swordfish',
      ]),
    ),
    ...Object.fromEntries(
      ['GIVEN', 'FAR', 'WRONG_NAME'].map((name) => [`RUNSEAL_HARNESS_CA_${name}`, authority.caFile]),
    ),
    RUNSEAL_HARNESS_CA_OTHER: stranger.caFile,
    RUNSEAL_HARNESS_CA_NO_FILE: '/nowhere/ca.pem',
  });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  server.close();
  await Promise.all([model.close(), harness.stop(), authority.remove(), stranger.remove()]);
});

async function register(name: string, host = 'localhost') {
  const response = await fetch(`${house.api.operatorUrl}/operator/v1/harnesses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, address: `tls://${host}:${port}` }),
  });
  return { status: response.status, ...((await response.json()) as { code?: string; detail?: string }) };
}

test.each(['given', 'far'])(
  'a harness behind TLS (%s), whose authority a file names, drives the turns of a session with our tools',
  async (name) => {
    if (name === 'far') expect(await register(name)).toMatchObject({ status: 201 });
    const { session } = await open(house, { harness: `remote:${name}` });
    // What was registered gets no tools of ours; what was given at the start has those of the workspace.
    const words = name === 'given' ? '@workspace_write {"path":"a.txt","content":"over TLS"}' : 'hello';
    await say(house, session, words);
    expect(await turnsOf(house, session)).toMatchObject([{ state: 'completed' }]);
  },
);

test.each([
  ['unknown', 'localhost', /certificate|self.signed|issuer/],
  ['other', 'localhost', /certificate|issuer|signature/],
  ['wrong-name', '127.0.0.1', /IP: 127\.0\.0\.1 is not in the cert/],
])('a certificate that does not vouch for the harness is refused: %s', async (name, host, why) => {
  const refused = await register(name, host);
  expect([refused.status, refused.code]).toEqual([422, 'harness_unreachable']);
  expect(refused.detail).toMatch(why);
});

test('a file of authorities that cannot be read is said by the variable that names it, and nobody is called', async () => {
  expect(await register('no-file')).toMatchObject({
    code: 'address_invalid',
    detail: expect.stringContaining('RUNSEAL_HARNESS_CA_NO_FILE') as unknown,
  });
});
