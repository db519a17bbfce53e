import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { answeredInTime } from '../database/answered-in-time.ts';
import { ProblemError } from '../problem/problem.ts';
import type { Auth } from './auth.ts';
import { AuthRepository } from './auth.repository.ts';
import { looksLikeKey, looksLikeToken } from './credential.ts';
import { sessionTokenOf } from './session-cookie.ts';

/** It is the first question of a request: where it is not answered, no other would be. Milliseconds. */
const PATIENCE_MS = 5_000;
const inTime = <T>(asked: Promise<T>): Promise<T> => answeredInTime(asked, PATIENCE_MS);

/** Says who sent a request, by what stands in the database now. */
@Injectable()
export class Authenticator {
  private readonly repository: AuthRepository;
  constructor(repository: AuthRepository) {
    this.repository = repository;
  }

  /** Throws ProblemError 401 `unauthenticated`, `key_invalid`, `session_expired`, 403 `foreign_origin`, 503 `store_unavailable`. */
  async of(request: FastifyRequest): Promise<Auth> {
    const { authorization } = request.headers;
    if (authorization !== undefined) return known(await this.byHeader(authorization), 'key_invalid');
    const token = sessionTokenOf(request);
    if (token === undefined)
      throw new ProblemError(401, 'unauthenticated', 'Send an API key as "Authorization: Bearer rsk_…", or log in.');
    refuseForeignPage(request);
    return known(looksLikeToken(token) ? await inTime(this.repository.bySession(token)) : null, 'session_expired');
  }

  private async byHeader(header: string): Promise<Auth | null> {
    const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
    return looksLikeKey(key) ? inTime(this.repository.byKey(key)) : null;
  }
}

/** SameSite lets other ports of the same host through; the browser's own word on where the request began does not. */
function refuseForeignPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (
    request.method === 'GET' ||
    request.method === 'HEAD' ||
    site === undefined ||
    site === 'same-origin' ||
    site === 'none'
  )
    return;
  throw new ProblemError(403, 'foreign_origin', 'A page of another origin may not use this session.');
}

function known(auth: Auth | null, code: 'key_invalid' | 'session_expired'): Auth {
  if (auth !== null) return auth;
  throw new ProblemError(
    401,
    code,
    code === 'key_invalid' ? 'This API key is not known, or was revoked.' : 'The session ended. Log in again.',
  );
}
