import type { SurfaceState } from '@runseal/spine';
import { Observation } from '../episode/observation.ts';
import { declaration } from './declared.ts';

const declare = (enforcement: Record<string, SurfaceState>, probe = { passed: true, failures: 0 }) =>
  declaration('codex', enforcement, { observed: new Observation(), account: [], attested: 7, probe }).payload;

describe('the summary a run closes with', () => {
  it('counts as enforced what passed our waist and nothing else, and as unobserved what nothing holds or nobody sees', () => {
    const states = { shell: 'denied', hooks: 'contained', web_search: 'open', foreign_mcp: 'bridged' } as const;
    expect(declare(states)).toMatchObject({
      harness: 'codex',
      enforced: ['dispatch', 'foreign_mcp'],
      unobserved: ['model_calls', 'context', 'egress', 'hooks', 'web_search'],
      replayable: false,
      attested_events: 7,
    });
  });

  it('names a surface once, whatever speaks for it', () => {
    const all = { dispatch: 'bridged', model_calls: 'open', context: 'open', egress: 'contained' } as const;
    expect(declare(all)).toMatchObject({ enforced: ['dispatch'], unobserved: ['model_calls', 'context', 'egress'] });
  });

  it('takes what the gateway and the proxy lead for enforced, and not for unobserved', () => {
    const led = { dispatch: 'bridged', model_calls: 'bridged', context: 'open', egress: 'bridged' } as const;
    expect(declare(led)).toMatchObject({ enforced: ['dispatch', 'model_calls', 'egress'], unobserved: ['context'] });
    const held = { ...led, egress: 'denied' } as const;
    expect(declare(held)).toMatchObject({ enforced: ['dispatch', 'model_calls'], unobserved: ['context'] });
  });

  it('counts a probe that never came back as one that failed', () => {
    expect(declare({}, { passed: true, failures: 2 })).toMatchObject({ probe_failures: 2 });
    expect(declare({}, { passed: false, failures: 2 })).toMatchObject({ probe_failures: 3 });
  });
});
