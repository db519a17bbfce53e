import { SpineError } from '../errors.ts';
import { pemBlocks } from './pem.ts';

/** Certificates of authorities the reader trusts, DER, from PEM text. @throws SpineError `runseal.time_anchor` */
export function parseAnchors(pem: string): Uint8Array[] {
  const blocks = blocksOf(pem, 'CERTIFICATE');
  if (blocks.length === 0) throw refused();
  return blocks;
}

/** Lists of revoked certificates (CRL), DER, from the same text; none is no fault. @throws SpineError `runseal.time_anchor` */
export const parseRevocations = (pem: string): Uint8Array[] => blocksOf(pem, 'X509 CRL');

function blocksOf(pem: string, label: string): Uint8Array[] {
  try {
    return pemBlocks(pem, label);
  } catch (cause) {
    throw refused(cause);
  }
}

const refused = (cause?: unknown): SpineError =>
  new SpineError('runseal.time_anchor', 'There is no certificate in PEM form here: -----BEGIN CERTIFICATE-----.', {
    cause,
  });
