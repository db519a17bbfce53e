import { Certificate, SignedDataVerifyError, type SignedData } from 'pkijs';
import { equalBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { nobleHasher } from '../hash.ts';
import { checkSigner, nameOf } from './signer-certificate.ts';
import { leavesGood, revocationOf } from './revocation.ts';
import type { TimeStatement } from './statement.ts';
import { TST_INFO, tokenInfo } from './token.ts';

/** A token with a few certificates has some thousand bytes. */
export const LONGEST_TOKEN = 64 * 1024;

/**
 * Verifies a time token over `bytes` (here: a checkpoint): its imprint is their SHA-256, it is signed by a certificate made
 * for time stamps alone that was valid then. Whether you trust that certificate is `trusted`: a path to one of `anchors`
 * (DER). Whether it was revoked is looked up in `revocations` (CRLs, DER), where one of them is by its issuer.
 *
 * @throws SpineError `runseal.time_malformed`, `runseal.time_mismatch` (of other bytes), `runseal.time_signature_invalid`,
 * `runseal.time_certificate_invalid`
 */
export async function verifyTimeToken(
  token: Uint8Array,
  bytes: Uint8Array,
  anchors: readonly Uint8Array[],
  revocations: readonly Uint8Array[] = [],
): Promise<TimeStatement> {
  if (token.length > LONGEST_TOKEN)
    throw new SpineError('runseal.time_malformed', 'This is too long for a time token.');
  try {
    return await stated(token, bytes, anchors, revocations);
  } catch (cause) {
    if (cause instanceof SpineError) throw cause;
    // The library reads leniently and objects later, e.g. to a certificate's date that cannot be written again.
    throw new SpineError('runseal.time_malformed', 'The time token holds what no time token may hold.', { cause });
  }
}

async function stated(
  token: Uint8Array,
  bytes: Uint8Array,
  anchors: readonly Uint8Array[],
  revocations: readonly Uint8Array[],
): Promise<TimeStatement> {
  const { signed, info } = tokenInfo(token);
  if (!equalBytes(info.imprint, nobleHasher.sha256(bytes)))
    throw new SpineError('runseal.time_mismatch', 'The time token is about other bytes.');
  const certificate = await signerOf(signed, bytes);
  checkSigner(certificate, signed.signerInfos[0]!, info.at);
  const revocation = await revocationOf(certificate, issuersIn(signed, anchors), revocations);
  const counts = revocation === null || leavesGood(revocation, info.at);
  return {
    authority: nameOf(certificate),
    at: info.at.getTime(),
    accuracyMs: info.accuracyMs,
    policy: info.policy,
    serial: info.serial,
    certificateUntil: certificate.notAfter.value.getTime(),
    trusted: counts && (await leadsToAnchor(signed, bytes, anchors)),
    revocation,
  };
}

/** The certificate in the token whose key made its one signature. */
async function signerOf(signed: SignedData, bytes: Uint8Array): Promise<Certificate> {
  const [signer, ...others] = signed.signerInfos;
  const said = signer?.signedAttrs?.attributes.find(({ type }) => type === '1.2.840.113549.1.9.3');
  const contentType = (said?.values[0] as { getValue?: () => unknown } | undefined)?.getValue?.();
  if (others.length > 0 || contentType !== TST_INFO) throw badSignature();
  const checked = await verified(signed, bytes);
  if (checked.signatureVerified !== true || checked.signerCertificate == null) throw badSignature();
  return checked.signerCertificate;
}

async function verified(signed: SignedData, bytes: Uint8Array) {
  try {
    return await signed.verify({ signer: 0, data: bufferOf(bytes), checkChain: false, extendedMode: true });
  } catch (cause) {
    throw badSignature(cause);
  }
}

async function leadsToAnchor(signed: SignedData, bytes: Uint8Array, anchors: readonly Uint8Array[]): Promise<boolean> {
  if (anchors.length === 0) return false;
  const trustedCerts = anchors.map(anchorOf);
  try {
    // Its own time of making counts: the library takes it for tokens, whatever date it is given.
    const of = { signer: 0, data: bufferOf(bytes), trustedCerts, checkChain: true, extendedMode: true } as const;
    return (await signed.verify(of)).signerCertificateVerified === true;
  } catch (error) {
    if (error instanceof SignedDataVerifyError) return false;
    throw error;
  }
}

/** The reader's anchors first; then what the token carries, which counts by its signature under one of them. */
const issuersIn = ({ certificates = [] }: SignedData, anchors: readonly Uint8Array[]): readonly Certificate[] => [
  ...anchors.map(anchorOf),
  ...certificates.filter((one) => one instanceof Certificate),
];

function anchorOf(der: Uint8Array): Certificate {
  try {
    return Certificate.fromBER(der);
  } catch (cause) {
    throw new SpineError('runseal.time_anchor', 'A certificate you named as trusted cannot be read.', { cause });
  }
}

const badSignature = (cause?: unknown): SpineError =>
  new SpineError('runseal.time_signature_invalid', 'The time token is not signed by the certificate it carries.', {
    cause,
  });

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
