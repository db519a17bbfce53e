/**
 * The policy of one page view: scripts run only with this view's nonce, styles only from our files, and nothing is fetched
 * from another origin. Sizes that React sets go through the object model, which the policy does not hold back.
 *
 * @param nonce base64, fresh per response
 * @param development true under `next dev`, where React needs eval for its error overlay and styles are put in
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? ` 'unsafe-eval'` : ''}`,
    `worker-src 'self' blob:`,
    `style-src 'self'${development ? ` 'unsafe-inline'` : ''}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
