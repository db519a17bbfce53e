import { fromBER, Sequence } from 'asn1js';
import { SpineError } from '../errors.ts';

/** The exact bytes of an element of a sequence: what was signed is never encoded anew. @throws SpineError `runseal.time_malformed` */
export function derOf(sequence: Uint8Array, element: number): Uint8Array {
  const { offset, result } = fromBER(sequence);
  const found = offset === sequence.length && result instanceof Sequence ? result.valueBlock.value[element] : undefined;
  if (found === undefined) throw new SpineError('runseal.time_malformed', 'This is not the structure of RFC 3161.');
  return found.valueBeforeDecodeView.slice();
}
