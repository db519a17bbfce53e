/**
 * Whether an installed version is one the lockdown was verified with: same major and minor number. A newer one may bring
 * native tools that nobody looked for yet.
 */
export type VersionFit = 'verified' | 'too_old' | 'unverified' | 'unreadable';

/** @param verified `major.minor`, e.g. `0.171` */
export function versionFit(version: string | null, verified: string): VersionFit {
  const numbers = /^(\d+)\.(\d+)\./.exec(version ?? '');
  if (numbers === null) return 'unreadable';
  const [major, minor] = [Number(numbers[1]), Number(numbers[2])];
  const [wantedMajor, wantedMinor] = verified.split('.').map(Number) as [number, number];
  if (major === wantedMajor && minor === wantedMinor) return 'verified';
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor) ? 'too_old' : 'unverified';
}
