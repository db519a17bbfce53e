import { Observation } from '../episode/observation.ts';
import { throughGateway } from '../gateway/enforcement.ts';
import { blindSpotGaps, blindSpots, nativeGaps } from './gaps.ts';

describe('gaps of an external run', () => {
  it('name the three surfaces nobody sees into', () => {
    expect(blindSpots({})).toEqual(['model_calls', 'context', 'egress']);
    expect(blindSpotGaps({}).map((draft) => draft.payload)).toMatchObject([
      { surface: 'model_calls', reason: 'not_observable', count: 0 },
      { surface: 'context', reason: 'not_observable', count: 0 },
      { surface: 'egress', reason: 'not_observable', count: 0 },
    ]);
  });

  it('leave out a surface only when it passes our waist: that it is denied or contained makes it no more visible', () => {
    expect(blindSpots({ model_calls: 'bridged', context: 'denied', egress: 'contained' })).toEqual([
      'context',
      'egress',
    ]);
  });

  it('shrink when the model calls pass the gateway: what leaves is seen as far as nothing else can leave', () => {
    const held = throughGateway({ model_calls: 'open', egress: 'contained' }, 'kernel');
    expect(held).toEqual({ model_calls: 'bridged', egress: 'denied' });
    expect(blindSpots(held)).toEqual(['context']);
    const loose = throughGateway({ model_calls: 'open', egress: 'open' }, 'kernel');
    expect(blindSpots(loose)).toEqual(['context', 'egress']);
    expect(blindSpots(throughGateway({ egress: 'contained' }, 'process'))).toEqual(['context', 'egress']);
  });

  it('say what the harness did by itself, surface by surface', () => {
    const observed = new Observation();
    const kinds = ['native_command', 'web_search', 'foreign_mcp_call', 'file_change', 'native_command'] as const;
    for (const [i, kind] of kinds.entries())
      observed.note({
        frame: { number: i + 1, sha256: new Uint8Array(32), bytes: 0, line: null, terminated: true },
        events: [{ kind }],
        faults: [],
      });
    expect(nativeGaps(observed).map((draft) => draft.payload)).toMatchObject([
      { surface: 'shell', reason: 'outside_waist', count: 2, frames: [1, 5] },
      { surface: 'web_search', count: 1, frames: [2] },
      { surface: 'foreign_mcp', count: 1, frames: [3] },
      { surface: 'file_writes', count: 1, frames: [4] },
    ]);
  });
});
