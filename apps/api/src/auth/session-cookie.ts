import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'runseal_session';

/** The session token the browser sent, if any. */
export const sessionTokenOf = (request: FastifyRequest): string | undefined => request.cookies[NAME];

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, expiresAt: Date): void {
  void reply.setCookie(NAME, token, { ...attributes(request), expires: expiresAt });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(NAME, attributes(request));
}

/** Secure whenever the browser came over https, also through a proxy that says so. Lying about it only hides the cookie. */
const attributes = (request: FastifyRequest) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https',
  }) as const;
