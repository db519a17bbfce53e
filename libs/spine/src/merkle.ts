/** The Merkle log over a run's events: RFC 9162 hashes, the frontier of a growing log, and both kinds of proof. */
export { consistencyProof, verifyConsistency } from './merkle/consistency.ts';
export type { TreeHead } from './merkle/consistency.ts';
export { Frontier, rootOf, SUBTREE_LEVELS } from './merkle/frontier.ts';
export type { FrontierState, OnSubtree } from './merkle/frontier.ts';
export { EMPTY_ROOT, leafHash, nodeHash } from './merkle/hash.ts';
export { inclusionProof, verifyInclusion } from './merkle/inclusion.ts';
export type { Inclusion } from './merkle/inclusion.ts';
export { partsProof, rootOfParts } from './merkle/parts.ts';
export { leafReader, TILE_WIDTH } from './merkle/subtrees.ts';
export type { FetchSubtrees } from './merkle/subtrees.ts';
