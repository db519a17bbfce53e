import type { ProbedProfile } from '@runseal/externagent/evidence';
import { probeOnRecord } from './probe-on-record.ts';

const probed: ProbedProfile = {
  ...{ adapter: 'codex', adapterVersion: '1', profile: 'strict', way: 'gateway', binarySha256: 'ab'.repeat(32) },
  found: { egress: 'denied', shell: 'denied' },
  ...{ broken: [], offered: ['x'], complete: true, reason: '' },
};

it('says what was found, and of every other surface of the profile that it was not tried', () => {
  expect(probeOnRecord(probed, { egress: 'denied', shell: 'denied', context: 'open' })).toEqual({
    binary_sha256: new Uint8Array(32).fill(0xab),
    found: { egress: 'denied', shell: 'denied', context: 'not_tried' },
    ...{ offered: ['x'], complete: true, reason: '' },
  });
  expect(probeOnRecord(null, { shell: 'denied' })).toMatchObject({ found: { shell: 'not_tried' }, complete: false });
});

it('says of a way out to listed hosts that nobody tried it: a trial has none', () => {
  expect(probeOnRecord(probed, { egress: 'bridged', shell: 'denied' }).found).toEqual({
    egress: 'not_tried',
    shell: 'denied',
  });
});
