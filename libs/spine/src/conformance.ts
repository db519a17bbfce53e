/** Runs the published Provetrail conformance vectors. Pure: whoever calls reads the files. */
import { CRYPTO_MANIFEST, readManifests, STRUCTURAL_MANIFEST } from './conformance/manifest.ts';
import type { Suite, Vector } from './conformance/manifest.ts';
import { runVector } from './conformance/vector.ts';
import type { VectorOptions } from './conformance/vector.ts';

export { runVector } from './conformance/vector.ts';
export type { VectorOptions } from './conformance/vector.ts';
export type { Suite, Vector, VectorKind } from './conformance/manifest.ts';

export interface VectorResult {
  readonly id: string;
  readonly tier: string;
  /** Registered failure code the vector must end with; null when it must be accepted. */
  readonly expected: string | null;
  /** What this verifier answered. */
  readonly actual: string | null;
  readonly ok: boolean;
  readonly description: string;
}

export interface ConformanceResult {
  /** e.g. 0.1.0-draft. */
  readonly suite: string;
  readonly results: readonly VectorResult[];
  readonly passed: number;
  readonly total: number;
}

/** Reads a file of the suite; `path` is relative to the suite's folder, with forward slashes, and never leaves it. */
export type ReadSuiteFile = (path: string) => Promise<Uint8Array>;

/**
 * Runs every vector of the suite and says for each what was expected and what came out. Throws `runseal.bad_manifest`
 * when a manifest cannot be understood, and whatever `readFile` throws when a file is missing: a suite that is not whole
 * proves nothing.
 */
export async function runConformance(
  readFile: ReadSuiteFile,
  manifests: { readonly structural: string; readonly crypto: string } = {
    structural: STRUCTURAL_MANIFEST,
    crypto: CRYPTO_MANIFEST,
  },
  options: Omit<VectorOptions, 'keyring'> & { readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<ConformanceResult> {
  const suite: Suite = readManifests(manifests, await readFile(manifests.structural), await readFile(manifests.crypto));
  const results: VectorResult[] = [];
  for (const vector of suite.vectors) {
    const files = await Promise.all(vector.files.map(readFile));
    const actual = await runVector(vector.kind, files, { ...options, keyring: suite.keyring });
    results.push(resultOf(vector, actual));
    options.onProgress?.(results.length, suite.vectors.length);
  }
  return { suite: suite.version, results, passed: results.filter(({ ok }) => ok).length, total: results.length };
}

function resultOf({ id, tier, expected, description }: Vector, actual: string | null): VectorResult {
  return { id, tier, expected, actual, ok: expected === actual, description };
}
