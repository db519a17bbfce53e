import type { FastifyInstance } from 'fastify';

/** Every answer is data for a program: no browser is to render, sniff, frame, cache or share any of it. */
export const SECURE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

export function secureHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(SECURE_HEADERS);
    done();
  });
}
