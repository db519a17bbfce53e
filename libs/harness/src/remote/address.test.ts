import { HarnessError } from '../errors.ts';
import { hostAndPort, isLiteralLoopback, remoteAddress } from './address.ts';

describe('the address of a remote harness', () => {
  it.each([
    ['127.0.0.1:9301', 'tcp://127.0.0.1:9301'],
    ['tcp://127.8.0.1:1', 'tcp://127.8.0.1:1'],
    ['tcp://[::1]:9301', 'tcp://[::1]:9301'],
    ['tls://agents.example:443', 'tls://agents.example:443'],
  ])('%s is %s', (text, written) => expect(remoteAddress(text).text).toBe(written));

  it.each([
    '',
    'localhost:9301',
    '0.0.0.0:9301',
    '192.168.0.1:9301',
    'tcp://agents.example:9301',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    'http://127.0.0.1:80',
    '127.0.0.1:9301/path',
    'user@127.0.0.1:9301',
    '[::1:9301',
  ])('%j is refused', (text) => {
    expect(() => remoteAddress(text)).toThrow(expect.objectContaining({ code: 'address_invalid' }) as HarnessError);
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['localhost', false],
    ['0.0.0.0', false],
    ['::', false],
    ['2130706433', false],
    ['127.0.0.1.example', false],
  ])('%s written out is loopback: %s', (host, is) => expect(isLiteralLoopback(host)).toBe(is));

  it('lets a listener ask for a free port', () =>
    expect(hostAndPort('127.0.0.1:0')).toEqual({ host: '127.0.0.1', port: 0 }));
});
