import { versionFit } from '../readiness/version.ts';
import { VERIFIED, versionOf } from './version.ts';

describe('the version', () => {
  it.each([
    ['codex-cli 0.171.0\n', '0.171.0', 'verified'],
    ['WARNING: something\ncodex-cli 0.171.3-alpha.1\n', '0.171.3-alpha.1', 'verified'],
    ['codex-cli 0.170.9', '0.170.9', 'too_old'],
    ['codex-cli 0.17.0', '0.17.0', 'too_old'],
    ['codex-cli 0.172.0', '0.172.0', 'unverified'],
    ['codex-cli 1.0.0', '1.0.0', 'unverified'],
    ['hello', null, 'unreadable'],
    ['', null, 'unreadable'],
  ] as const)('%j is %s: %s', (output, version, fit) => {
    expect(versionOf(output)).toBe(version);
    expect(versionFit(versionOf(output), VERIFIED)).toBe(fit);
  });
});
