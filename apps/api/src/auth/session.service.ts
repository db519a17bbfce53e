import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ProblemError } from '../problem/problem.ts';
import type { Login, PrincipalView } from '../wire/session.ts';
import type { Auth } from './auth.ts';
import { AuthRepository } from './auth.repository.ts';
import { looksLikeKey } from './credential.ts';
import { Failures } from './failures.ts';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from './session-cookie.ts';

/** A working day. */
const SESSION_MS = 12 * 3_600_000;

@Injectable()
export class SessionService {
  private readonly repository: AuthRepository;
  private readonly failures = new Failures();
  constructor(repository: AuthRepository) {
    this.repository = repository;
  }

  async open({ key }: Login, request: FastifyRequest, reply: FastifyReply): Promise<View> {
    const auth = looksLikeKey(key) ? await this.repository.byKey(key) : null;
    if (auth === null) throw this.refusal(request.ip);
    const { token, expiresAt } = await this.repository.open(key, SESSION_MS);
    setSessionCookie(request, reply, token, expiresAt);
    return this.show({ ...auth, via: 'session', expiresAt });
  }

  /** A good key always opens: many people may share an address, and one of them must not lock the others out. */
  private refusal(address: string): ProblemError {
    // Not the time of day: a clock that is set back would lock the address out for as long.
    const now = performance.now();
    const retryAfter = this.failures.wait(address, now);
    this.failures.add(address, now);
    if (retryAfter === 0) return new ProblemError(401, 'key_invalid', 'This API key is not known, or was revoked.');
    return new ProblemError(429, 'rate_limited', `Too many failed logins. Try again in ${retryAfter} s.`, {
      retryAfter,
    });
  }

  show({ principal, name, workspaces, via, expiresAt }: Auth): View {
    return {
      principal,
      name,
      workspaces: workspaces === null ? null : [...workspaces],
      via,
      expiresAt: expiresAt?.toISOString() ?? null,
    };
  }

  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = sessionTokenOf(request);
    if (token !== undefined) await this.repository.close(token);
    clearSessionCookie(request, reply);
  }
}

type View = z.output<typeof PrincipalView>;
