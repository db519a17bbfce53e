import { providerAddress } from './address.ts';

const SETTING = { variable: 'BASE_URL', otherwise: 'https://api.example.com/v1' };
const at = (url: string) => providerAddress(SETTING, { BASE_URL: url });
const refused = (url: string): void => {
  let code: unknown = null;
  try {
    at(url);
  } catch (error) {
    code = (error as { code?: unknown }).code;
  }
  expect({ url, code }).toEqual({ url, code: 'harness_refused' });
};

describe('the provider', () => {
  it('is what the adapter says unless the operator says otherwise, reached by its own name', () => {
    expect(providerAddress(SETTING, {}, 'kept')).toEqual({
      upstream: 'https://api.example.com/v1',
      baseUrl: 'https://api.example.com/v1',
      reach: { port: 443, target: { host: 'api.example.com', port: 443 } },
      hostname: 'api.example.com',
      tls: true,
    });
  });

  it('is listened for on a high port where low ones cannot be had, and dialled on its own', () => {
    expect(providerAddress(SETTING, {}, 'moved')).toMatchObject({
      baseUrl: 'https://api.example.com:8443/v1',
      reach: { port: 8443, target: { host: 'api.example.com', port: 443 } },
      hostname: 'api.example.com',
    });
    const high = { BASE_URL: 'https://models.example.com:9443/v1' };
    expect(providerAddress(SETTING, high, 'moved')).toMatchObject({ reach: { port: 9443, target: { port: 9443 } } });
  });

  it('may be on this machine, however it is spelled', () => {
    const loopback = { baseUrl: 'http://127.0.0.1:4000/v1', hostname: null, tls: false };
    expect(at('http://localhost:4000/v1/')).toMatchObject({ ...loopback, reach: { target: { host: '127.0.0.1' } } });
    expect(at('http://[::1]:4000/v1')).toMatchObject({ ...loopback, reach: { target: { host: '::1' } } });
    expect(at('http://127.0.0.1:4000/v1')).toMatchObject(loopback);
    expect(at('http://127.8.9.1:4000/v1')).toMatchObject({ ...loopback, reach: { target: { host: '127.8.9.1' } } });
  });

  it('never gets a key in the clear, nor without a name to check its certificate against', () => {
    refused('http://example.com/v1');
    refused('http://127.example.com/v1');
    refused('http://localhost.example.com/v1');
    refused('http://10.0.0.1/v1');
    expect(at('https://127.example.com/v1')).toMatchObject({ hostname: '127.example.com', tls: true });
    refused('https://192.0.2.1/v1');
    refused('https://[2001:db8::1]/v1');
  });

  it('is a plain address without credentials', () => {
    for (const url of ['nonsense', 'ftp://127.0.0.1/', 'https://u:p@example.com/v1', 'https://example.com/v1?k=1']) {
      refused(url);
    }
  });
});
