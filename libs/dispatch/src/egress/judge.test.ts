import { jest } from '@jest/globals';
import { readHostList } from './host-list.ts';
import { judgeAddresses, judgeName } from './judge.ts';

const list = readHostList(['good.example', '.below.example:8443']);
const PUBLIC = '93.184.215.14';

/** What is judged of `host:port`, and which names were looked up for it. */
async function judged(host: string, port: number, found: readonly string[] | Error = [PUBLIC]) {
  const asked: string[] = [];
  const named = judgeName(list, { host, port });
  if (named.reason !== 'listed') return { ...named, asked };
  const judgement = await judgeAddresses(named, (name) => {
    asked.push(name);
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  });
  return { ...judgement, asked };
}

test.each([
  ['good.example', 443, 'good.example'],
  ['GOOD.Example', 80, 'good.example'],
  ['good.example.', 443, 'good.example'],
  ['a.below.example', 8443, 'a.below.example'],
])('%s:%d is judged, looked up and connected to under one name', async (host, port, name) => {
  expect(await judged(host, port)).toEqual({
    ...{ host: name, port, reason: 'listed', addresses: [PUBLIC], asked: [name] },
  });
});

test.each([
  ['good.example', 22, 'port_not_listed'],
  ['a.below.example', 443, 'port_not_listed'],
  ['below.example', 8443, 'not_listed'],
  ['sub.good.example', 443, 'not_listed'],
  ['good.example..', 443, 'name_invalid'],
  ['good.example\0.evil.example', 443, 'name_invalid'],
  ['', 443, 'name_invalid'],
  [PUBLIC, 443, 'address_literal'],
  [`${PUBLIC}.`, 443, 'address_literal'],
  ['[2606:4700::1111]', 443, 'address_literal'],
  ['2606:4700::1111', 443, 'address_literal'],
])('%j:%d is refused as %s and never looked up', async (host, port, reason) => {
  expect(await judged(host, port)).toMatchObject({ reason, addresses: [], asked: [] });
});

test('every address of a name is checked, and one that is not out in the world speaks for all', async () => {
  for (const inside of ['127.0.0.1', '169.254.169.254', '::ffff:93.184.215.14', 'not an address'])
    for (const found of [[inside], [inside, PUBLIC], [PUBLIC, inside]])
      expect(await judged('good.example', 443, found)).toMatchObject({ reason: 'address_not_public', addresses: [] });
});

test('a name that stands for nothing, for too much, or cannot be looked up is not reached', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `93.184.215.${i}`);
  expect(await judged('good.example', 443, many(16))).toMatchObject({ reason: 'listed', addresses: many(16) });
  for (const found of [[], many(17), new Error('ENOTFOUND')])
    expect(await judged('good.example', 443, found)).toMatchObject({ reason: 'unresolvable', addresses: [] });
});

test('a name whose servers do not answer is given up after ten seconds', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  try {
    const named = judgeName(list, { host: 'good.example', port: 443 });
    const given: AbortSignal[] = [];
    const judgement = judgeAddresses(named, (_, signal) => {
      given.push(signal);
      return new Promise(() => undefined);
    });
    await jest.advanceTimersByTimeAsync(9999);
    expect(given[0]!.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(given[0]!.aborted).toBe(true);
    expect(await judgement).toMatchObject({ reason: 'unresolvable', addresses: [] });
  } finally {
    jest.useRealTimers();
  }
});

test('a judgement leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await judged('good.example', 443);
  await judged('good.example', 443, new Error('ENOTFOUND'));
  expect(timers()).toBeLessThanOrEqual(before);
});
