/** The two messages of RFC 3161: what is asked, and the token in what is answered. */
import { Integer, OctetString, Null } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from 'pkijs';
import { equalBytes, toHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { nobleHasher } from '../hash.ts';
import { SHA256, tokenInfo } from './token.ts';
import { derOf } from './der.ts';

export interface TimeRequest {
  /** DER of a TimeStampReq. */
  readonly bytes: Uint8Array;
  /** 32 bytes: SHA-256 of what the token is to be about. */
  readonly imprint: Uint8Array;
  /** Random, so that an old answer is not taken for a new one. */
  readonly nonce: Uint8Array;
}

/** A request for a token over these bytes: SHA-256 as imprint, a fresh nonce, and the signer's certificate please. */
export function requestFor(bytes: Uint8Array): TimeRequest {
  const imprint = nobleHasher.sha256(bytes);
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  // A positive number in its shortest form, as DER has integers.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: imprint }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return { bytes: new Uint8Array(request.toSchema().toBER()), imprint, nonce };
}

/**
 * The token in an authority's answer, exact bytes, when it answers this request. Its signature is not verified here.
 *
 * @throws SpineError `runseal.time_refused` when the authority says no, `runseal.time_malformed`, `runseal.time_mismatch`
 * when the answer is to another request
 */
export function tokenIn(answer: Uint8Array, request: TimeRequest): Uint8Array {
  const token = readAnswer(answer);
  const { info } = tokenInfo(token);
  if (!equalBytes(info.imprint, request.imprint))
    throw new SpineError('runseal.time_mismatch', 'The authority answered with a token over other bytes.');
  if (info.nonce === null || info.nonce !== toHex(request.nonce))
    throw new SpineError('runseal.time_mismatch', 'The authority answered another request: the nonce is not ours.');
  return token;
}

function readAnswer(answer: Uint8Array): Uint8Array {
  let response: TimeStampResp;
  try {
    response = TimeStampResp.fromBER(answer);
  } catch (cause) {
    throw new SpineError('runseal.time_malformed', 'What the authority sent is no answer of RFC 3161.', { cause });
  }
  const { status, statusStrings } = response.status;
  if ((status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods) || response.timeStampToken === undefined) {
    const said = statusStrings?.map(({ valueBlock }) => valueBlock.value).join(' ') ?? '';
    throw new SpineError(
      'runseal.time_refused',
      `The authority gave no token: status ${status}${said === '' ? '' : `, ${printable(said)}`}.`,
    );
  }
  return derOf(answer, 1);
}

const printable = (text: string): string => text.slice(0, 200).replaceAll(/[^\x20-\x7e]+/gu, ' ');
