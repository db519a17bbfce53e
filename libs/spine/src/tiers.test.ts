import { decodeCbor, encodeCbor } from './cbor.ts';
import { mixFromPayload, mixOf, mixToPayload, MixCounter, tierOf } from './tiers.ts';
import type { CborMap } from './values.ts';

describe('tiers', () => {
  it.each([
    ['dispatch.start', 'enforced'],
    ['provenance.attested', 'attested'],
    ['provenance.gap', 'unobserved'],
    ['provenance.declared', 'unobserved'],
    ['provenance.mix', 'enforced'],
  ])('of %s is %s', (type, tier) => expect(tierOf(type)).toBe(tier));

  it.each(['', 'dispatch.started', 'DISPATCH.START', '__proto__', 'constructor', 'toString'])(
    'of the unknown type %j is unobserved, never more',
    (type) => expect(tierOf(type)).toBe('unobserved'),
  );
});

describe('a mix', () => {
  const events = ['run.opened', 'provenance.attested', 'provenance.attested', '__proto__'].map((type) => ({ type }));

  it('counts by tier and by type', () => {
    const mix = mixOf(events, 2);
    expect(mix.tiers).toEqual({ enforced: 1, attested: 2, unobserved: 1 });
    expect(Object.entries(mix.types)).toEqual([
      ['run.opened', 1],
      ['provenance.attested', 2],
      ['__proto__', 1],
    ]);
    expect(mix.lost).toBe(2);
  });

  it('can be counted event by event', () => {
    const counter = new MixCounter();
    for (const { type } of events) counter.add(type);
    expect(counter.mix(2)).toEqual(mixOf(events, 2));
  });

  it('names the oldest rules that know its types, and can be counted under older ones', () => {
    expect(mixOf([{ type: 'run.opened' }]).rules).toBe(1);
    const counter = new MixCounter();
    counter.add('session.lifecycle');
    expect(counter.mix()).toMatchObject({ rules: 2, tiers: { enforced: 1, unobserved: 0 } });
    expect(counter.mix(0, 1)).toMatchObject({ rules: 1, tiers: { enforced: 0, unobserved: 1 } });
  });

  it('comes back from its payload', () => {
    const read = mixFromPayload(decodeCbor(encodeCbor(mixToPayload(mixOf(events, 1)))) as CborMap);
    expect(read).toEqual(mixOf(events, 1));
  });

  it.each<[string, CborMap]>([
    ['nothing', {}],
    ['a negative count', { ...mixToPayload(mixOf(events)), attested: -1 }],
    ['a text as count', { ...mixToPayload(mixOf(events)), types: { a: '1' } }],
    ...['rules', 'enforced', 'attested', 'unobserved', 'lost'].flatMap((field): [string, CborMap][] =>
      ['1', -1, null, 2n ** 60n].map((odd) => [`${field} ${odd}`, { ...mixToPayload(mixOf(events)), [field]: odd }]),
    ),
    ['one count among many that is none', { ...mixToPayload(mixOf(events)), types: { a: 1, b: -1, c: 1 } }],
    ['a list of types', { ...mixToPayload(mixOf(events)), types: [] }],
  ])('is not read from %s', (_, payload) => expect(mixFromPayload(payload)).toBeNull());
});
