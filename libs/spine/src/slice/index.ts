/** Slices of sealed runs. Pure and browser-safe. */
export { formatSeqs, parseSeqs, seqsLeftOut } from './seqs.ts';
export { decodeSlice, encodeSlice, looksLikeSlice, MOST_SLICE_EVENTS, SLICE_FORMAT, type Slice } from './slice.ts';
export { verifySlice, type SliceReport } from './verify-slice.ts';
