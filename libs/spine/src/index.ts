/** The record, pure and browser-safe: nothing here knows Node, Postgres, agents or Nest. */
export { decodeCbor, encodeCbor, MAX_CBOR_DEPTH } from './cbor.ts';
export { GENESIS_LINK, linkHash } from './chain.ts';
export { ask, CLAIM_FORMS, contentsAskedFor, inquire, parseClaim, withinReport } from './claims/index.ts';
export type {
  Answer,
  AnswerKind,
  AskedEvent,
  BlindSpot,
  Claim,
  ContentReader,
  Inquiry,
  WantedContent,
} from './claims/index.ts';
export { openCheckpoint, readCheckpoint, signCheckpoint } from './checkpoint.ts';
export type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
export { compareRuns, comparisonOf } from './compare.ts';
export type { ComparedEvent, ContentLookup, RunComparison, Side } from './compare.ts';
export { targetOf } from './compare/calls.ts';
export type { Call, CallContents, NamedContent } from './compare/calls.ts';
export { alignCalls, contentsToSettle, pairView, settle } from './compare/dispatches.ts';
export type { CallPair, DispatchPair, DispatchView } from './compare/dispatches.ts';
export { RunSeen } from './compare/run-seen.ts';
export type { EnforcementDifference, GapDifference } from './compare/surfaces.ts';
export { runConformance, runVector } from './conformance.ts';
export type { ConformanceResult, ReadSuiteFile, VectorKind, VectorOptions, VectorResult } from './conformance.ts';
export { decodeConsistencyProof, encodeConsistencyProof, verifyConsistencyProof } from './consistency-proof.ts';
export type { ConsistencyProof } from './consistency-proof.ts';
export { commitContent, contentRefFromCbor, contentRefToCbor, openContent, SALT_BYTES } from './content.ts';
export type { Content, ContentRef } from './content.ts';
export { contentRefsIn } from './content-refs.ts';
export { draftOf } from './draft.ts';
export { SpineError } from './errors.ts';
export type { SpineCode } from './errors.ts';
export { decodeEventProof, encodeEventProof, verifyEventProof } from './event-proof.ts';
export type { EventProof } from './event-proof.ts';
export { decodeEnvelope, decodeEvent, encodeEvent } from './event.ts';
export type { Actor, Envelope, EventDraft, SpineEvent } from './event.ts';
export { checkFork, forkPointOf } from './fork.ts';
export type { ForkPoint, ForkReport } from './fork.ts';
export { fromHex, toHex } from './bytes.ts';
export { HASH_BYTES, nobleHasher } from './hash.ts';
export type { Hasher } from './hash.ts';
export { payloadToJson } from './json.ts';
export type { JsonValue } from './json.ts';
export { keyIdOf, publicKeyOf, trustedKey } from './keys.ts';
export type { Keyring, Signer } from './keys.ts';
export { oddLetters, spelled } from './letters.ts';
export type { OddLetters } from './letters.ts';
export {
  consistencyProof,
  EMPTY_ROOT,
  Frontier,
  inclusionProof,
  leafHash,
  leafReader,
  nodeHash,
  rootOf,
  SUBTREE_LEVELS,
  TILE_WIDTH,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
export type { FetchSubtrees, FrontierState, Inclusion, OnSubtree, TreeHead } from './merkle.ts';
export { parsePlainJson } from './plain-json.ts';
export { decodeRecord, encodeRecord, recordEvent, recordHeader, recordParts, recordTrailer } from './record.ts';
export type { SealedRecord } from './record.ts';
export { RecordReader } from './record-stream.ts';
export { portableVerifySignature, verifySignature } from './signature.ts';
export type { SignatureVerifier } from './signature.ts';
export type { Recorded, Recorder } from './recorder.ts';
export { mixFromPayload, mixOf, mixToPayload, MixCounter, RULES_VERSION, tierOf } from './tiers.ts';
export { isMap } from './values.ts';
export type { CborMap, CborValue } from './values.ts';
export { exitCodeOf, VERDICT_NAMES } from './verdicts.ts';
export type {
  Evidence,
  LeafHashes,
  Report,
  TierMix,
  TrustedKey,
  Verdict,
  VerdictName,
  VerdictState,
} from './verdicts.ts';
export { packedLeaves } from './verdicts/packed-leaves.ts';
export { loadTimeReader } from './verdicts/time.ts';
export { verifyRecord, verifyRecordStream } from './verify.ts';
export type { VerifyOptions } from './verify.ts';
export { CONTAINMENT_LEVELS } from './vocabulary.ts';
export type {
  ApprovalPolicyPayload,
  ContainmentLevel,
  EventType,
  ForkPointPayload,
  GrantScopePayload,
  PayloadOf,
  Surface,
  SurfaceState,
  Tier,
  Trust,
  UsagePayload,
} from './vocabulary.ts';
export { vouchSentence } from './vouches.ts';
export type { VouchedEvent } from './vouches.ts';
export { visible } from './visible.ts';
