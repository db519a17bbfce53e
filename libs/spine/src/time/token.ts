/** A token taken apart; nothing in it is verified yet. The bytes may come from an attacker. */
import { ContentInfo, SignedData, TSTInfo } from 'pkijs';
import { toHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';

export const SHA256 = '2.16.840.1.101.3.4.2.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
export const TST_INFO = '1.2.840.113549.1.9.16.1.4';

export interface TokenInfo {
  /** 32 bytes. */
  readonly imprint: Uint8Array;
  /** Hex; null when there is none. */
  readonly nonce: string | null;
  readonly at: Date;
  readonly accuracyMs: number | null;
  readonly policy: string;
  readonly serial: string;
}

/** @throws SpineError `runseal.time_malformed`, also for imprints by anything but SHA-256 */
export function tokenInfo(token: Uint8Array): { readonly signed: SignedData; readonly info: TokenInfo } {
  try {
    const outer = ContentInfo.fromBER(token);
    if (outer.contentType !== SIGNED_DATA) throw malformed('it is not signed data');
    const signed = new SignedData({ schema: outer.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== TST_INFO || eContent === undefined) throw malformed('it holds no time');
    return { signed, info: infoOf(TSTInfo.fromBER(eContent.getValue())) };
  } catch (cause) {
    // What the library has to say is about its own insides.
    throw cause instanceof SpineError ? cause : malformed('its parts cannot be told', cause);
  }
}

const malformed = (why: string, cause?: unknown): SpineError =>
  new SpineError('runseal.time_malformed', `This is no time token of RFC 3161: ${why}.`, { cause });

function infoOf(info: TSTInfo): TokenInfo {
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = new Uint8Array(hashedMessage.valueBlock.valueHexView);
  if (hashAlgorithm.algorithmId !== SHA256 || imprint.length !== 32) throw malformed('its imprint is not SHA-256');
  if (Number.isNaN(info.genTime.getTime())) throw malformed('its time is none');
  return {
    imprint,
    nonce: info.nonce === undefined ? null : toHex(info.nonce.valueBlock.valueHexView),
    at: info.genTime,
    accuracyMs: accuracyOf(info),
    policy: info.policy,
    serial: toHex(info.serialNumber.valueBlock.valueHexView),
  };
}

/** Rounded up: a claim about time is never sharper than what was signed. */
function accuracyOf({ accuracy }: TSTInfo): number | null {
  if (accuracy === undefined) return null;
  const { seconds = 0, millis = 0, micros = 0 } = accuracy;
  return seconds * 1000 + millis + Math.ceil(micros / 1000);
}
