import type { CborMap } from '@runseal/spine';
import { RunFactsCounter } from './run-facts.ts';

function factsOf(...events: readonly (readonly [type: string, payload: CborMap])[]) {
  const counter = new RunFactsCounter();
  for (const [type, payload] of events) counter.see({ type, payload });
  return counter.facts;
}

test('tools are named once, and gaps are counted by surface', () => {
  expect(
    factsOf(
      ['dispatch.start', { action: 'workspace_write' }],
      ['dispatch.start', { action: 'workspace_read' }],
      ['dispatch.start', { action: 'workspace_write' }],
      ['dispatch.rejected', { action: 'run_command' }],
      ['provenance.gap', { surface: 'egress', reason: 'not_observable', count: 0 }],
      ['provenance.gap', { surface: 'egress', reason: 'not_observable', count: 0 }],
    ),
  ).toEqual({
    tools: ['workspace_read', 'workspace_write'],
    gaps: { egress: 2 },
    nativeCalls: 0,
    drifted: false,
    harnessVersion: null,
  });
});

test('what a harness does on a surface that is left on is a native call; on one that is closed it is drift too', () => {
  const opened = ['run.opened', { enforcement_profile: { shell: 'denied', file_writes: 'contained' } }] as const;
  const outside = (surface: string) => ['provenance.gap', { surface, reason: 'outside_waist', count: 3 }] as const;
  expect(factsOf(opened, outside('file_writes'))).toMatchObject({ nativeCalls: 3, drifted: false });
  expect(factsOf(opened, outside('shell'))).toMatchObject({ nativeCalls: 3, drifted: true });
});

test('a probe that failed is drift', () => {
  expect(factsOf(['provenance.declared', { probe_failures: 1 }]).drifted).toBe(true);
  expect(factsOf(['provenance.declared', { probe_failures: 0 }]).drifted).toBe(false);
});

test('names from a harness are kept short, well-formed, and not without number', () => {
  const flood = Array.from(
    { length: 200 },
    (_, n) => ['provenance.gap', { surface: `\0${String(n)}`.padEnd(4_000, 'x'), reason: 'x' }] as const,
  );
  const surfaces = Object.keys(factsOf(...flood).gaps);
  expect(surfaces).toHaveLength(64);
  expect(Math.max(...surfaces.map((name) => name.length))).toBe(128);
  expect(surfaces.join('')).not.toContain('\0');
});
