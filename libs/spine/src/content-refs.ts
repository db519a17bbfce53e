import { contentRefFromCbor, type ContentRef } from './content.ts';
import { isMap } from './values.ts';
import type { CborValue } from './values.ts';

/** Every content reference in a payload, wherever it stands; in no particular order, repeated as often as it is named. */
export function contentRefsIn(value: CborValue): ContentRef[] {
  if (Array.isArray(value)) return (value as readonly CborValue[]).flatMap(contentRefsIn);
  if (!isMap(value)) return [];
  const ref = asRef(value);
  return ref === null ? Object.values(value).flatMap(contentRefsIn) : [ref];
}

function asRef(value: CborValue): ContentRef | null {
  try {
    return contentRefFromCbor(value);
  } catch {
    return null;
  }
}
