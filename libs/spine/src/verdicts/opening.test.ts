import { isOurs, readOpening } from './opening.ts';

describe('what the opening of a run promises', () => {
  it('is read as it is written', () => {
    const opening = readOpening({
      run: 'r',
      harness: 'echo',
      harness_kind: 'native',
      containment_floor: 'kernel',
      grant: ['a', 'b'],
      enforcement_profile: { egress: 'unobserved' },
      approvals: { a: { required: 2, never: false } },
      grant_scopes: [{ action: 'a', trust: 'trusted' }],
    });
    expect(opening).toEqual({
      run: 'r',
      harness: 'echo',
      external: false,
      floor: 'kernel',
      grant: new Set(['a', 'b']),
      trustFloors: new Map([['a', 'process']]),
      approvals: new Map([['a', { required: 2, never: false }]]),
      enforcement: new Map([['egress', 'unobserved']]),
    });
  });

  it('is the least there can be, where it cannot be read', () => {
    const least = {
      run: null,
      harness: 'an unnamed harness',
      external: true,
      floor: null,
      grant: new Set(),
      trustFloors: new Map(),
      approvals: new Map(),
      enforcement: new Map(),
    };
    const odd = [undefined, null, 7, true, new Uint8Array(1)];
    for (const value of odd) {
      const keys = ['run', 'harness', 'harness_kind', 'containment_floor', 'grant', 'grant_scopes'];
      const more = ['enforcement_profile', 'approvals'];
      const payload = Object.fromEntries([...keys, ...more].map((key) => [key, value]));
      expect(readOpening(value === undefined ? {} : (payload as never))).toEqual(least);
    }
  });

  it('grants nothing and enforces nothing that is not a text', () => {
    const { grant, enforcement } = readOpening({
      grant: ['a', 1, null],
      enforcement_profile: { a: 'x', b: 1, c: null },
    });
    expect([grant, enforcement]).toEqual([new Set(['a']), new Map([['a', 'x']])]);
  });

  it('asks for the strongest walls that the trust of an action names', () => {
    const scopes = (...trusts: readonly unknown[]) =>
      readOpening({ grant_scopes: trusts.map((trust) => ({ action: 'a', trust })) as never }).trustFloors.get('a');
    expect(scopes('trusted')).toBe('process');
    expect(scopes('semi_trusted')).toBe('kernel');
    expect(scopes('untrusted')).toBe('microvm');
    expect(scopes('semi_trusted', 'trusted')).toBe('kernel');
    expect(scopes('trusted', 'semi_trusted')).toBe('kernel');
    expect(scopes('trusted', null, 'semi_trusted')).toBe('microvm');
    const odd = [null, 'a', { trust: 'trusted' }, { action: 1, trust: 'trusted' }, { action: 'a' }];
    expect(readOpening({ grant_scopes: odd }).trustFloors).toEqual(new Map());
  });

  it('asks for more approvals than there can be, where a policy cannot be read', () => {
    const policy = (written: unknown) => readOpening({ approvals: { a: written as never } }).approvals.get('a');
    expect(policy({ required: 0, never: false })).toEqual({ required: 0, never: false });
    for (const required of ['1', -1, null, undefined])
      expect(policy({ required, never: false })).toEqual({ required: Infinity, never: false });
    for (const never of [true, null, 0, undefined])
      expect(policy({ required: 1, never })).toEqual({ required: 1, never: true });
    for (const written of [null, 'none', [1]]) expect(policy(written)).toEqual({ required: Infinity, never: true });
  });

  it('is made by us where an event says so that no other producer has', () => {
    expect(['run.opened', 'provenance.gap', 'run.closed', 'x.provenance.'].map((type) => isOurs({ type }))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
