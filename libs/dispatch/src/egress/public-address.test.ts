import { networkInterfaces } from 'node:os';
import { isPublicAddress } from './public-address.ts';

test.each([
  '93.184.215.14',
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::64',
])('%s is out in the world', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '203.0.113.7', '::', '::1', 'fe80::1', 'fe80::1%eth0'],
  ...['fc00::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1'],
  ...['', 'localhost', '1.1.1', '01.1.1.1', '1.1.1.1/32', 'example.org'],
])('%j is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('nor is any address of this machine', () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ address }) => isPublicAddress(address))).toEqual([]);
});
