import { throughGateway, withEgress } from './enforcement.ts';

describe('what holds each surface', () => {
  it('is the gateway for model calls; egress is denied only where the sandbox held it, at a level that holds it', () => {
    const egressAt = (state: 'open' | 'contained' | 'denied' | 'bridged', level: 'process' | 'kernel' | 'microvm') =>
      throughGateway({ egress: state }, level)['egress'];
    expect((['process', 'kernel', 'microvm'] as const).map((level) => egressAt('contained', level))).toEqual([
      'contained',
      'denied',
      'denied',
    ]);
    expect((['open', 'denied', 'bridged'] as const).map((state) => egressAt(state, 'microvm'))).toEqual([
      'open',
      'denied',
      'bridged',
    ]);
    expect(throughGateway({ shell: 'open', model_calls: 'open' }, 'microvm')).toEqual({
      shell: 'open',
      model_calls: 'bridged',
    });
  });

  it('is our proxy for egress where hosts are listed and every other way out is denied, and nowhere else', () => {
    expect(withEgress({ egress: 'denied', shell: 'denied' }, ['example.org'])).toEqual({
      egress: 'bridged',
      shell: 'denied',
    });
    expect(withEgress({ egress: 'denied' }, [])).toEqual({ egress: 'denied' });
    for (const state of ['open', 'contained'] as const)
      expect(withEgress({ egress: state }, ['example.org'])).toEqual({ egress: state });
    expect(withEgress({}, ['example.org'])).toEqual({});
  });
});
