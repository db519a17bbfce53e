import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { gateway, open, post, provider, recorder, shut } from '../testing/gateway.ts';

afterEach(shut);

describe('the gate', () => {
  it.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer wrong' }],
    ['a page of a browser', { origin: 'http://127.0.0.1:1', authorization: 'TOKEN' }],
    ['another host name', { host: 'evil.test', authorization: 'TOKEN' }],
  ])('refuses %s', async (_, headers) => {
    await open((response) => response.end());
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value === 'TOKEN' ? `Bearer ${gateway.address.token}` : value,
      ]),
    );
    const request = httpRequest(`${gateway.address.url}/v1/responses`, { method: 'POST', headers: given });
    request.end('{}');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
    expect(recorder.events).toEqual([]);
  });

  it('knows no other path and no other method', async () => {
    await open((response) => response.end());
    expect((await post('/v1/files', {})).status).toBe(404);
    expect((await post('/v1/responses/../files', {})).status).toBe(404);
    const got = await fetch(`${gateway.address.url}/v1/responses`, {
      headers: { 'x-api-key': gateway.address.token },
    });
    expect(got.status).toBe(404);
    expect(provider.requests).toEqual([]);
  });
});
