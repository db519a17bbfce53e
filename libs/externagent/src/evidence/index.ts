/** What can be asked of a CLI, or of a record of one, without running an episode: `@runseal/externagent/evidence`. */
export { adapterNamed, allAdapters } from './adapters.ts';
export type { Found } from './findings.ts';
export { inspectHarness, type InspectedProfile, type Inspection, type InspectOptions } from './inspect.ts';
export type { ProbedProfile, Way } from './probed-profile.ts';
export { createProfileProbes, type ProfileProbes, type ProfileProbesOptions } from './profile-probes.ts';
export { trySurfaces, type Tried } from './try-surfaces.ts';
export { reproject, type Difference, type Reading, type RecordedEvent, type Reprojection } from './reproject.ts';
