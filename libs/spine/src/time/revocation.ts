/** What lists of revoked certificates (CRL, RFC 5280 section 5), brought by the reader, say of who signed a token. */
import { Enumerated, fromBER } from 'asn1js';
import { CertificateRevocationList, type Certificate, type RevokedCertificate } from 'pkijs';
import { SpineError } from '../errors.ts';
import type { Revocation } from './statement.ts';

const REASON = '2.5.29.21';
/** Unspecified, affiliation changed, superseded, out of operation: what was signed before stays good (RFC 3161, 4). */
const LEAVES_EARLIER_GOOD = [0, 3, 4, 5];

/**
 * What the newest list by the certificate's own issuer says; one that names it as revoked wins. null: no such list.
 *
 * @param issuers certificates among which the issuer is; nothing else may speak of what it revoked
 * @throws SpineError `runseal.time_anchor` for bytes that are no such list
 */
export async function revocationOf(
  certificate: Certificate,
  issuers: readonly Certificate[],
  lists: readonly Uint8Array[],
): Promise<Revocation | null> {
  let newest: Revocation | null = null;
  for (const der of lists) {
    const list = listOf(der);
    if (!(await speaksFor(list, certificate, issuers))) continue;
    const said = saidBy(list, certificate);
    if (said.revokedAt !== null) return said;
    if (newest === null || said.asOf > newest.asOf) newest = said;
  }
  return newest;
}

/** Whether a token of this time counts all the same. */
export const leavesGood = ({ revokedAt, earlierGood }: Revocation, at: Date): boolean =>
  revokedAt === null || (earlierGood && at.getTime() < revokedAt);

async function speaksFor(
  list: CertificateRevocationList,
  certificate: Certificate,
  issuers: readonly Certificate[],
): Promise<boolean> {
  // A critical extension bounds what the list is about (delta, indirect, some reasons only).
  if (list.crlExtensions?.extensions.some(({ critical }) => critical) === true) return false;
  for (const issuerCertificate of issuers)
    if (issuerCertificate.subject.isEqual(certificate.issuer) && (await certificate.verify(issuerCertificate)))
      if (await list.verify({ issuerCertificate })) return true;
  return false;
}

function saidBy({ thisUpdate, revokedCertificates = [] }: CertificateRevocationList, of: Certificate): Revocation {
  const entry = revokedCertificates.find(({ userCertificate }) => userCertificate.isEqual(of.serialNumber));
  const asOf = thisUpdate.value.getTime();
  if (entry === undefined) return { asOf, revokedAt: null, earlierGood: true };
  return { asOf, revokedAt: entry.revocationDate.value.getTime(), earlierGood: isHarmless(entry) };
}

/** No reason may be the worst one. */
function isHarmless({ crlEntryExtensions }: RevokedCertificate): boolean {
  const reason = crlEntryExtensions?.extensions.find(({ extnID }) => extnID === REASON);
  if (reason === undefined) return false;
  const { result } = fromBER(new Uint8Array(reason.extnValue.valueBlock.valueHexView));
  return result instanceof Enumerated && LEAVES_EARLIER_GOOD.includes(result.valueBlock.valueDec);
}

function listOf(der: Uint8Array): CertificateRevocationList {
  try {
    return CertificateRevocationList.fromBER(new Uint8Array(der));
  } catch (cause) {
    throw new SpineError('runseal.time_anchor', 'A list of revoked certificates you named cannot be read.', { cause });
  }
}
