/** What RFC 3161 and RFC 5816 ask of whoever signs time tokens. */
import { ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import type { Certificate, ExtKeyUsage, SignerInfo } from 'pkijs';
import { equalBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha384, sha512 } from '@noble/hashes/sha2.js';
import { nobleHasher } from '../hash.ts';

const EXT_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';

/**
 * Made for time stamps and for nothing else (critical), valid at that time, and named under the signature, so that no
 * other certificate over the same key can be put in its place.
 *
 * @throws SpineError `runseal.time_certificate_invalid`
 */
export function checkSigner(certificate: Certificate, signer: SignerInfo, at: Date): void {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === EXT_KEY_USAGE);
  const purposes = (usage?.parsedValue as ExtKeyUsage | undefined)?.keyPurposes ?? [];
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== TIME_STAMPING)
    throw invalid('is not made for time stamps, or not for them alone.');
  if (at < certificate.notBefore.value || at > certificate.notAfter.value)
    throw invalid(`was not valid at the time the token states, ${at.toISOString()}.`);
  if (!isNamedBy(certificate, signer)) throw invalid('is not the one that the signature names.');
}

/** The common name, else the organisation, else the serial number; printable characters only. */
export function nameOf({ subject, serialNumber }: Certificate): string {
  const named = (wanted: string): string | undefined => {
    const found = subject.typesAndValues.find(({ type }) => type === wanted)?.value as
      { valueBlock?: { value?: unknown } } | undefined;
    const text = found?.valueBlock?.value;
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
  const name = named(COMMON_NAME) ?? named(ORGANIZATION) ?? `certificate ${serialNumber.toBigInt().toString(16)}`;
  return name.slice(0, 200).replaceAll(/[\p{C}]/gu, '?');
}

/** RFC 2634 and RFC 5035: the hash of the certificate stands under the signature. */
function isNamedBy(certificate: Certificate, { signedAttrs }: SignerInfo): boolean {
  const der = new Uint8Array(certificate.toSchema(true).toBER());
  return (signedAttrs?.attributes ?? []).some(({ type, values }) => {
    const [id] = childrenOf(childrenOf(values[0] as BaseBlock | undefined)[0]);
    if (type === SIGNING_CERTIFICATE) return isHash(childrenOf(id)[0], sha1(der));
    if (type !== SIGNING_CERTIFICATE_V2) return false;
    const [first, second] = childrenOf(id);
    if (first instanceof OctetString) return isHash(first, nobleHasher.sha256(der));
    const [algorithm] = childrenOf(first);
    const hash = algorithm instanceof ObjectIdentifier ? HASHES[algorithm.valueBlock.toString()] : undefined;
    return hash !== undefined && isHash(second, hash(der));
  });
}

const HASHES: Readonly<Record<string, ((bytes: Uint8Array) => Uint8Array) | undefined>> = {
  '2.16.840.1.101.3.4.2.1': (bytes) => nobleHasher.sha256(bytes),
  '2.16.840.1.101.3.4.2.2': sha384,
  '2.16.840.1.101.3.4.2.3': sha512,
};

const childrenOf = (block: BaseBlock | undefined): readonly BaseBlock[] =>
  block instanceof Sequence ? block.valueBlock.value : [];

const isHash = (block: BaseBlock | undefined, hash: Uint8Array): boolean =>
  block instanceof OctetString && equalBytes(block.valueBlock.valueHexView, hash);

const invalid = (what: string): SpineError =>
  new SpineError('runseal.time_certificate_invalid', `The certificate that signed the time token ${what}`);
