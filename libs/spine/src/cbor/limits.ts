/** Deepest nesting written or read; a hostile value must not overflow the stack of a reader. */
export const MAX_CBOR_DEPTH = 64;

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;
