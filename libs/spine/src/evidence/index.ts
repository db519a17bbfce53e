/** What goes into an evidence package beside the record. Pure and browser-safe. */
export { bagTags, type BagEntry, type BagFile } from './bagit.ts';
export { parseManifest, staysInside, type ManifestEntry, type ReadManifest } from './manifest.ts';
export { CoverageFacts, limitsOfRun, type CoveredGap, type Coverage } from './coverage.ts';
export { coverageText } from './coverage-text.ts';
export { REPORTED_EVENTS, reportHtml } from './report-html.ts';
