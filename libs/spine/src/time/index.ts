/** Time tokens (RFC 3161) over seals: asking an authority, and checking what it said. Browser-safe. */
export { askAuthority, LONGEST_ANSWER, type Authority } from './ask-authority.ts';
export { parseAnchors, parseRevocations } from './anchors.ts';
export { requestFor, tokenIn, type TimeRequest } from './exchange.ts';
export { MEDIA_TYPE_QUERY, MEDIA_TYPE_REPLY } from './media.ts';
export type { Revocation, TimeStatement } from './statement.ts';
export { LONGEST_TOKEN, verifyTimeToken } from './verify-token.ts';
